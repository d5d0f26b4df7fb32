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
});
