import type { IDataObject } from 'n8n-workflow';

import { getAll } from '../../../../nodes/Stitch/actions/transaction/getAll.operation';
import { transactions } from '../../../../nodes/Stitch/actions/transaction/getAll.operation';
import { answer } from '../../builders.mts';
import { complaints, perform } from '../perform.mts';

const node = { id: 't', amount: { quantity: '-5.00', currency: 'ZAR' }, description: 'Coffee' };

function served(account: IDataObject | null) {
	return answer(200, { data: { node: account } });
}

const one = served({ transactions: { edges: [{ node }], pageInfo: { hasNextPage: false } } });

describe('Bank Transaction → Get Many', () => {
	it('asks for the transactions of one account', async () => {
		const { output, sent } = await perform(getAll, { bankAccountId: 'account-1', limit: 50 }, [
			one,
		]);
		expect(sent[0]?.body).toEqual({
			query: transactions,
			variables: { accountId: 'account-1', filter: {}, first: 50 },
		});
		expect(output).toEqual([{ ...node, bankAccountId: 'account-1' }]);
	});

	it("reads the dates in the workflow's time zone, both ends included", async () => {
		const filters = { dateFrom: '2026-11-01T00:00:00', dateTo: '2026-11-02T00:00:00+00:00' };
		const { sent } = await perform(getAll, { bankAccountId: 'a', limit: 1, filters }, [one]);
		expect(sent[0]?.body).toMatchObject({
			variables: {
				filter: { date: { gte: '2026-10-31T22:00:00.000Z', lte: '2026-11-02T00:00:00.000Z' } },
			},
		});
	});

	it.each([
		[{ filters: { dateFrom: '', dateTo: ' ' } }, "'Date From' is empty; 'Date To' is empty"],
		[{ filters: { dateFrom: '1/2/2026' } }, "'Date From' is not a date that can be read: 1/2/2026"],
		[
			{ filters: { dateFrom: '2026-11-03', dateTo: '2026-11-02' } },
			"'Date To' is earlier than 'Date From'",
		],
	])('rejects %j', (change, complaint) => {
		const found = complaints(getAll, { bankAccountId: 'a', limit: 50, ...change });
		expect(found.join('; ')).toBe(complaint);
	});

	it.each([[null], [{}]])(
		'says that the ID is not known when the service finds %j',
		async (found) => {
			const { failure } = await perform(getAll, { bankAccountId: 'x', limit: 50 }, [served(found)]);
			expect(failure).toMatchObject({
				details: { kind: 'status', status: 404 },
			});
		},
	);
});
