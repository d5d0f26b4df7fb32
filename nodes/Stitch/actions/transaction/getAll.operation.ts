import type { IDataObject } from 'n8n-workflow';

import { amountCell, amountColumns, cell } from '../columns';
import { optionalDateTime, spanFilter, whyNoSpan } from '../../schemas/dateTime';
import { text } from '../../schemas/text';
import { form } from '../../schemas/form';
import { dateField, textField } from '../../schemas/formFields';
import { filtersField, listFields } from '../fields/list';
import { asFields, withoutUndefined } from '../../transport/json';
import { readList } from '../../transport/paging';
import { defineOperation } from '../../run/operation';

export const transactions = /* GraphQL */ `
	query Transactions(
		$accountId: ID!
		$filter: TransactionFilterInput
		$first: UInt
		$after: Cursor
	) {
		node(id: $accountId) {
			... on BankAccount {
				transactions(filter: $filter, first: $first, after: $after) {
					edges {
						node {
							id
							amount
							date
							description
							reference
							runningBalance
						}
					}
					pageInfo {
						hasNextPage
						endCursor
					}
				}
			}
		}
	}
`;

const list = form({
	bankAccountId: textField(
		{
			displayName: 'Bank Account ID',
			required: true,
			placeholder: 'e.g. YWNjb3VudDox',
			description: 'The ID that Bank Account → Get Many returns',
		},
		text,
	),
	...listFields,
	filters: filtersField(
		{
			dateFrom: dateField(
				{
					displayName: 'Date From',
					description: "Only transactions of this time or later, in the workflow's time zone",
				},
				optionalDateTime,
			),
			dateTo: dateField(
				{
					displayName: 'Date To',
					description:
						"Only transactions of this time or earlier, in the workflow's time zone. A date without a time means the whole day.",
				},
				(label) => optionalDateTime(label, { endOfDay: true }),
			),
		},
		({ dateFrom, dateTo }) => whyNoSpan(['Date From', 'Date To'], dateFrom, dateTo),
	),
});

/** Lists what came in and went out of a person's account (public GraphQL reference: `Transaction`). */
export const getAll = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many bank transactions',
	description: "Retrieve the transactions of a person's bank account, with their consent",
	token: 'user',
	form: list,

	simplify,

	prepare(item) {
		const { bankAccountId, filters, limit } = list.read(item);
		const date = spanFilter(filters.dateFrom, filters.dateTo);
		return { bankAccountId, filter: withoutUndefined({ date }), limit };
	},

	send: async ({ bankAccountId, filter, limit }, service) =>
		await readList(
			service,
			{
				query: transactions,
				variables: { accountId: bankAccountId, filter },
				at: ['node', 'transactions'],
				asOutput: (transaction) => ({ ...transaction, bankAccountId }),
			},
			limit,
		),
});

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
