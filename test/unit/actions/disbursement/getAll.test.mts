import { getAll } from '../../../../nodes/Stitch/actions/disbursement/getAll.operation';
import { disbursementsQuery } from '../../../../nodes/Stitch/actions/disbursement/disbursement.graphql';
import { answer } from '../../builders.mts';
import { perform } from '../perform.mts';

const node = {
	id: 'd-1',
	created: '2026-11-20T09:00:00Z',
	status: { __typename: 'DisbursementCompleted', date: '2026-11-20T10:02:00Z' },
};
const edges = [{ node }];
const served = answer(200, {
	data: { client: { disbursements: { edges, pageInfo: { hasNextPage: false } } } },
});

describe('Disbursement → Get Many', () => {
	it('asks for all, newest first, and returns them as Get does', async () => {
		const { output, sent } = await perform(getAll, { limit: 50 }, [served]);
		expect(sent[0]?.body).toEqual({
			query: disbursementsQuery.full,
			variables: { filter: {}, first: 50 },
		});
		expect(output).toEqual([
			expect.objectContaining({
				id: 'd-1',
				status: 'completed',
				statusDate: '2026-11-20T10:02:00Z',
				createdAt: '2026-11-20T09:00:00Z',
			}),
		]);
	});

	it('filters by nonce, external reference, statuses and dates', async () => {
		const filters = {
			nonce: 'n-1',
			externalReference: 'PAY-1',
			status: ['paused', 'error'],
			createdAfter: '2026-11-01T00:00:00',
			createdBefore: '2026-11-30T00:00:00Z',
		};
		const { sent } = await perform(getAll, { returnAll: true, filters }, [served]);
		expect(sent[0]?.body).toMatchObject({
			variables: {
				filter: {
					nonce: { eq: 'n-1' },
					externalReference: { eq: 'PAY-1' },
					status: { typename: { in: ['DisbursementPaused', 'DisbursementError'] } },
					created: { gte: '2026-10-31T22:00:00.000Z', lte: '2026-11-30T00:00:00.000Z' },
				},
				first: 100,
			},
		});
	});
});
