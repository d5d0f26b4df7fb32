import { getAll } from '../../../../nodes/Stitch/actions/paymentRequest/getAll.operation';
import { paymentRequestsQuery } from '../../../../nodes/Stitch/actions/paymentRequest/paymentRequest.graphql';
import { answer } from '../../builders.mts';
import { complaints, perform } from '../perform.mts';

const node = {
	id: 'p-1',
	amount: { quantity: '150.00', currency: 'ZAR' },
	externalReference: 'order-1',
	payerReference: 'Shop',
	beneficiaryReference: 'Order 1',
	expireAt: '2026-11-21T10:00:00Z',
	created: '2026-11-20T10:00:00Z',
	url: 'https://pay.test/p-1',
	state: { __typename: 'PaymentInitiationRequestCompleted', date: '2026-11-20T11:00:00Z' },
	paymentConfirmation: { __typename: 'PaymentReceived' },
};

function served(...nodes: object[]) {
	const edges = nodes.map((each) => ({ node: each }));
	return answer(200, {
		data: { client: { paymentInitiationRequests: { edges, pageInfo: { hasNextPage: false } } } },
	});
}

describe('Payment Request → Get Many', () => {
	it('asks for all, newest first, and returns them as Get does', async () => {
		const { output, sent } = await perform(getAll, { limit: 50 }, [served(node)]);
		expect(sent[0]?.body).toEqual({
			query: paymentRequestsQuery.full,
			variables: { filter: {}, first: 50 },
		});
		expect(output).toEqual([
			{
				id: 'p-1',
				amount: { quantity: '150.00', currency: 'ZAR' },
				externalReference: 'order-1',
				payerReference: 'Shop',
				beneficiaryReference: 'Order 1',
				expireAt: '2026-11-21T10:00:00Z',
				status: 'completed',
				statusDate: '2026-11-20T11:00:00Z',
				paymentConfirmation: 'received',
				interaction: { type: 'redirect', url: 'https://pay.test/p-1' },
				createdAt: '2026-11-20T10:00:00Z',
			},
		]);
	});

	it.each([
		['Pending', {}, { status: 'pending' }],
		['Cancelled', { reason: 'Changed' }, { status: 'cancelled', statusReason: 'Changed' }],
		['Expired', {}, { status: 'expired' }],
		['ManuallyCompleted', {}, { status: 'manually_completed' }],
	])('names the status %s as REST does', async (kind, fields, expected) => {
		const state = { __typename: `PaymentInitiationRequest${kind}`, ...fields };
		const open = { ...node, state, paymentConfirmation: null };
		const { output } = await perform(getAll, { limit: 1 }, [served(open)]);
		expect(output).toEqual([expect.objectContaining(expected)]);
		expect(output).toEqual([expect.not.objectContaining({ paymentConfirmation: 'received' })]);
	});

	it('filters by external reference, statuses and dates', async () => {
		const filters = {
			externalReference: 'order-1',
			status: ['pending', 'expired'],
			createdAfter: '2026-11-01T00:00:00Z',
		};
		const { sent } = await perform(getAll, { limit: 1, filters }, [served()]);
		expect(sent[0]?.body).toMatchObject({
			variables: {
				filter: {
					externalReference: { eq: 'order-1' },
					state: {
						typename: {
							in: ['PaymentInitiationRequestPending', 'PaymentInitiationRequestExpired'],
						},
					},
					created: { gte: '2026-11-01T00:00:00.000Z' },
				},
			},
		});
	});

	it('names every filter that is wrong', () => {
		const filters = { status: ['paused'], createdAfter: '2026-11-02', createdBefore: '2026-11-01' };
		expect(complaints(getAll, { limit: 5, filters })).toEqual([
			"'Status' is not a status that Stitch knows: paused",
			"'Created Before' is earlier than 'Created After'",
		]);
	});
});
