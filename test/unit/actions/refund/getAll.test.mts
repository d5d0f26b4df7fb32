import { getAll } from '../../../../nodes/Stitch/actions/refund/getAll.operation';
import { answer } from '../../builders.mts';
import { complaints, perform } from '../perform.mts';

const inPerson = { refundsOf: 'charge' };

const page = answer(200, { data: [{ id: 'r' }], page: { limit: 50, offset: 0, hasNext: false } });

it.each([
	[{}, {}],
	[{ nonce: 'n' }, { nonce: 'n' }],
	[{ charge: 'c' }, { charge: 'c' }],
	[{ terminalSession: 's' }, { terminalSession: 's' }],
	[
		{ charge: ' c ', terminalSession: 's' },
		{ charge: 'c', terminalSession: 's' },
	],
])('lists refunds with the filters %j', async (filters, query) => {
	const { output, sent } = await perform(getAll, { ...inPerson, filters, returnAll: true }, [page]);
	expect(output).toEqual([{ id: 'r' }]);
	expect(sent).toEqual([
		{
			method: 'GET',
			url: 'https://rest.test/v2/refunds',
			qs: { ...query, limit: 50, offset: 0 },
		},
	]);
});

it('rejects a limit that is none', () => {
	expect(complaints(getAll, { ...inPerson, limit: -1 })).toEqual(["'Limit' cannot be -1"]);
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

	it('are all listed where no filter is set', async () => {
		const { sent } = await perform(getAll, online, [listed]);
		expect(sent[0]?.body).toMatchObject({ variables: { filter: {} } });
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
