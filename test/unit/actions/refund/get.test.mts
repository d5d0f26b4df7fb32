import { get } from '../../../../nodes/Stitch/actions/refund/get.operation';
import { answer, graphqlPage, refused } from '../../builders.mts';
import { perform } from '../perform.mts';

describe('a refund that REST does not know', () => {
	const node = {
		id: 'a',
		amount: { quantity: '10.10', currency: 'ZAR' },
		paymentInitiationRequest: { id: 'p' },
		status: { __typename: 'RefundCompleted', date: '2026-11-20' },
	};
	const listing = (...nodes: object[]) => graphqlPage('refunds', nodes);

	it.each([400, 404])('is searched among those of payment requests after a %i', async (status) => {
		const { output, sent } = await perform(get, { refundId: 'a' }, [
			answer(status, {}),
			listing(node),
		]);
		expect(sent[1]).toMatchObject({
			url: 'https://graphql.test/graphql',
			body: { variables: { filter: { id: { eq: 'a' } } } },
		});
		expect(output).toMatchObject({ id: 'a', status: 'completed', paymentRequestId: 'p' });
	});

	const nothing = answer(200, { data: { node: null } });
	const transaction = (more: object) =>
		answer(200, {
			data: { node: { id: 'a', state: { __typename: 'TransactionSuccess' }, ...more } },
		});

	it('nor GraphQL as one of a payment request is searched among those of charges', async () => {
		const script = [
			answer(404, {}),
			listing(),
			transaction({ __typename: 'RefundTransaction', originalTransaction: { id: 'c' } }),
		];
		const { output, sent } = await perform(get, { refundId: 'a' }, script);
		expect(output).toMatchObject({ id: 'a', status: 'success', charge: 'c' });
		expect(sent).toHaveLength(3);
	});

	it.each([
		['nothing', listing(), nothing],
		['another refund', listing({ ...node, id: 'b' }), nothing],
		['a charge', listing(), transaction({ __typename: 'CardTransaction' })],
		['nothing that may be read', listing(), refused('FORBIDDEN')],
	])('and GraphQL knows %s is not known', async (_, ...script) => {
		const { failure } = await perform(get, { refundId: 'a' }, [answer(404, {}), ...script]);
		expect(failure).toMatchObject({ details: { status: 404 } });
	});

	it('fails with the reason of the last look-up when that got no answer', async () => {
		const script = [answer(404, {}), listing(), answer(503, {})];
		const { failure } = await perform(get, { refundId: 'a' }, script);
		expect(failure).toMatchObject({ details: { status: 503 } });
	});

	it('is not searched elsewhere when REST gave no clear answer', async () => {
		const { failure, sent } = await perform(get, { refundId: 'a' }, [answer(403, {})]);
		expect(failure).toMatchObject({ details: { status: 403 } });
		expect(sent).toHaveLength(1);
	});
});
