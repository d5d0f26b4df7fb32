import { getAll } from '../../../../nodes/Stitch/actions/paymentRequest/getAll.operation';
import { paymentRequestsQuery } from '../../../../nodes/Stitch/actions/paymentRequest/paymentRequest.graphql';
import { answer } from '../../builders.mts';
import { perform } from '../perform.mts';

const node = {
	id: 'p-1',
	created: '2026-11-20T10:00:00Z',
	state: { __typename: 'PaymentInitiationRequestCompleted', date: '2026-11-20T11:00:00Z' },
	paymentConfirmation: { __typename: 'PaymentReceived' },
};
const edges = [{ node }];
const served = answer(200, {
	data: { client: { paymentInitiationRequests: { edges, pageInfo: { hasNextPage: false } } } },
});

describe('Payment Request → Get Many', () => {
	it('asks for all, newest first, and returns them as Get does', async () => {
		const { output, sent } = await perform(getAll, { limit: 50 }, [served]);
		expect(sent[0]?.body).toEqual({
			query: paymentRequestsQuery.full,
			variables: { filter: {}, first: 50 },
		});
		expect(output).toEqual([
			expect.objectContaining({
				id: 'p-1',
				status: 'completed',
				paymentConfirmation: 'received',
				createdAt: '2026-11-20T10:00:00Z',
			}),
		]);
	});
});
