import { getAll } from '../../../../nodes/Stitch/actions/refund/getAll.operation';
import { answer } from '../../builders.mts';
import { complaints, perform } from '../perform.mts';

const page = answer(200, { data: [{ id: 'r' }], page: { limit: 50, offset: 0, hasNext: false } });

it('lists refunds of charges with their filters', async () => {
	const filters = { charge: ' c ', nonce: 'n', terminalSession: 's' };
	const parameters = { refundsOf: 'charge', filters, returnAll: true };
	const { output, sent } = await perform(getAll, parameters, [page]);
	expect(output).toEqual([{ id: 'r' }]);
	expect(sent).toEqual([
		{
			method: 'GET',
			url: 'https://rest.test/v2/refunds',
			qs: { ...filters, charge: 'c', limit: 50, offset: 0 },
		},
	]);
});

describe('the refunds of payment requests', () => {
	const node = {
		id: 'r',
		amount: { quantity: '10.10', currency: 'ZAR' },
		paymentInitiationRequest: { id: 'p', externalReference: 'order-1' },
		status: { __typename: 'RefundPending', date: '2026-11-20' },
		created: '2026-11-20',
	};
	const edges = [{ node }];
	const listed = answer(200, {
		data: { client: { refunds: { edges, pageInfo: { hasNextPage: false } } } },
	});
	const online = { refundsOf: 'paymentRequest', returnAll: true };

	it('are asked of GraphQL, with its filters', async () => {
		const filters = {
			paymentRequestId: 'p',
			nonce: 'n',
			status: ['pending', 'error'],
			createdAfter: '2026-11-01T00:00:00Z',
		};
		const { output, sent } = await perform(getAll, { ...online, filters }, [listed]);
		expect(sent[0]).toMatchObject({
			url: 'https://graphql.test/graphql',
			body: {
				variables: {
					filter: {
						paymentInitiationRequest: { id: { eq: 'p' } },
						nonce: { eq: 'n' },
						status: { typename: { in: ['RefundPending', 'RefundError'] } },
						created: { gte: '2026-11-01T00:00:00.000Z' },
					},
				},
			},
		});
		expect(output).toEqual([
			expect.objectContaining({ id: 'r', paymentRequestId: 'p', externalReference: 'order-1' }),
		]);
	});

	it('reject filters that cannot be read, every one of them', () => {
		const filters = { status: 'paid', createdAfter: '2026-11-02', createdBefore: '2026-11-01' };
		expect(complaints(getAll, { ...online, filters })).toEqual([
			"'Status' is not a status that Stitch knows: paid",
			"'Created Before' is earlier than 'Created After'",
		]);
		expect(complaints(getAll, { refundsOf: 'cards' })).toEqual(["'Refunds Of' cannot be cards"]);
	});
});

it.each([
	[
		'charge',
		{ charge: '', nonce: ' ', terminalSession: '' },
		['Charge ID', 'Nonce', 'Terminal Session ID'],
	],
	['paymentRequest', { nonce: '', paymentRequestId: ' ' }, ['Nonce', 'Payment Request ID']],
])('rejects filters of refunds of a %s that are empty', (refundsOf, filters, labels) => {
	const found = complaints(getAll, { refundsOf, filters, returnAll: true });
	expect(found).toEqual(labels.map((label) => `'${label}' is empty`));
});
