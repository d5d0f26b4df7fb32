import { get } from '../../../../nodes/Stitch/actions/refund/get.operation';
import { answer, itemOf, serviceOf } from '../../builders.mts';
import { complaints, perform } from '../perform.mts';

it('reads one refund, with every sign of its ID encoded', async () => {
	const { output, sent } = await perform(get, { refundId: 'a/b+c=' }, [
		answer(200, { id: 'a/b+c=' }),
	]);
	expect(output).toEqual({ id: 'a/b+c=' });
	expect(sent).toEqual([{ method: 'GET', url: 'https://rest.test/v2/refunds/a%2Fb%2Bc%3D' }]);
});

it('needs a refund', () => {
	expect(complaints(get, { refundId: '' })).toEqual(['Refund is empty']);
});

describe('a refund that REST does not know', () => {
	const node = {
		id: 'a',
		amount: { quantity: '10.10', currency: 'ZAR' },
		paymentInitiationRequest: { id: 'p' },
		status: { __typename: 'RefundCompleted', date: '2026-11-20' },
	};
	const listing = (...nodes: object[]) => {
		const edges = nodes.map((each) => ({ node: each }));
		return answer(200, {
			data: { client: { refunds: { edges, pageInfo: { hasNextPage: false } } } },
		});
	};

	it.each([400, 404])(
		'is looked for among those of payment requests after a %i',
		async (status) => {
			const { output, sent } = await perform(get, { refundId: 'a' }, [
				answer(status, {}),
				listing(node),
			]);
			expect(sent[1]).toMatchObject({
				url: 'https://graphql.test/graphql',
				body: { variables: { id: 'a' } },
			});
			expect(output).toMatchObject({ id: 'a', status: 'completed', paymentRequestId: 'p' });
		},
	);

	it.each([[[]], [[{ ...node, id: 'b' }]]])(
		'and GraphQL neither is not known: %j',
		async (nodes) => {
			const { failure } = await perform(get, { refundId: 'a' }, [
				answer(404, {}),
				listing(...nodes),
			]);
			expect(failure).toMatchObject({ details: { status: 404 } });
		},
	);

	it('is not looked for where REST could not say', async () => {
		const { failure, sent } = await perform(get, { refundId: 'a' }, [answer(403, {})]);
		expect(failure).toMatchObject({ details: { status: 403 } });
		expect(sent).toHaveLength(1);
	});
});

describe('a refund that has failed', () => {
	const failed = { id: 'a', status: 'error', statusReason: 'inactive_account' };

	function failureWith(options: object, refund: object = failed) {
		const { service } = serviceOf([]);
		const plan = get.prepare(itemOf({ refundId: 'a', options: { ...options } }), service);
		return get.failureOf?.({ ...refund }, plan);
	}

	it('is returned like any other', () => {
		expect(failureWith({})).toBeUndefined();
		expect(failureWith({ onFailedRefund: 'return' })).toBeUndefined();
	});

	it('is a failed item where the user asks for that', () => {
		expect(failureWith({ onFailedRefund: 'fail' })?.details).toMatchObject({
			kind: 'failedPayment',
			id: 'a',
			reason: 'inactive_account',
			sentence: 'The refund a has failed (The account is not active): no money was given back',
			advice: expect.stringContaining('create a refund'),
		});
		expect(failureWith({ onFailedRefund: 'fail' }, { id: 'a', status: 'pending' })).toBeUndefined();
	});

	it('refuses a choice that it cannot read', () => {
		expect(complaints(get, { refundId: 'a', options: { onFailedRefund: 'x' } })).toEqual([
			'When a Refund Has Failed cannot be x',
		]);
	});
});
