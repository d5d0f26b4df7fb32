import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod/v4';

import { amountCell, amountColumns, cell } from '../columns';
import { transactions } from './transaction.graphql';
import { dateRange } from '../../schemas/dateTime';
import { text } from '../../schemas/field';
import { filtersField, limit, listFields, readFilters } from '../fields/list';
import { asFields } from '../../transport/json';
import { readList } from '../../transport/paging';
import { defineOperation } from '../../run/operation';

interface Plan {
	accountId: string;
	filter: IDataObject;
	limit: number;
}

const filters = filtersField([
	{
		displayName: 'Date From',
		name: 'dateFrom',
		type: 'dateTime',
		default: '',
		description: "Only transactions of this time or later, in the workflow's time zone",
	},
	{
		displayName: 'Date To',
		name: 'dateTo',
		type: 'dateTime',
		default: '',
		description:
			"Only transactions of this time or earlier, in the workflow's time zone. A date without a time means the whole day.",
	},
]);

/** Lists what came in and went out of a person's account (public GraphQL reference: `Transaction`). */
export const getAll = defineOperation<Plan>({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many bank transactions',
	description: "Retrieve the transactions of a person's bank account, with their consent",
	token: 'user',
	fields: [
		{
			displayName: 'Bank Account ID',
			name: 'bankAccountId',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. YWNjb3VudDox',
			description: 'The ID that Bank Account → Get Many returns',
		},
		...listFields,
		filters,
	],

	simplify,

	prepare(item) {
		const { dateFrom, dateTo } = item.collection('filters');
		const rules = z.object({
			accountId: text('Bank Account ID'),
			date: dateRange({ from: 'Date From', to: 'Date To', zone: item.timezone }),
			limit,
		});
		const { date, ...rest } = readFilters(item, filters, rules, {
			accountId: item.get('bankAccountId'),
			date: { from: dateFrom, to: dateTo },
		});
		return { ...rest, filter: { ...(date && { date }) } };
	},

	send: async ({ accountId, filter, limit: wanted }, service) =>
		await readList(
			service,
			{
				query: transactions,
				variables: { accountId, filter },
				at: ['node', 'transactions'],
				asOutput: (transaction) => ({ ...transaction, bankAccountId: accountId }),
			},
			wanted,
		),
});

/** A transaction as columns, in the order in which a person reads them. */
function simplify(transaction: IDataObject): IDataObject {
	return {
		date: cell(transaction.date),
		description: cell(transaction.description),
		reference: cell(transaction.reference),
		...amountColumns(transaction),
		runningBalance: amountCell(asFields(transaction.runningBalance).quantity),
		bankAccountId: cell(transaction.bankAccountId),
		id: cell(transaction.id),
	};
}
