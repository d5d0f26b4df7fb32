import { simplifyAccount } from '../columns';
import { userBankAccounts } from './bankAccount.graphql';
import { check, yesNo } from '../../schemas/field';
import { limit, listFields, rawLimit } from '../fields/list';
import { callGraphql } from '../../transport/graphql';
import { listedIn } from '../../transport/paging';
import { defineOperation } from '../../run/operation';

interface Plan {
	balances: boolean;
	limit: number;
}

/** Lists the accounts a person has given access to (public GraphQL reference: `user { bankAccounts }`). */
export const getAll = defineOperation<Plan>({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many bank accounts',
	description: "Retrieve a person's bank accounts, with their consent",
	token: 'user',
	fields: listFields,
	options: [
		{
			displayName: 'Balances',
			name: 'balances',
			type: 'boolean',
			default: true,
			description: 'Whether to also return the balances, which needs the scope Balances',
		},
	],

	simplify: simplifyAccount,

	prepare: (item) => ({
		balances: yesNo('Balances', item.collection('options').balances, true),
		limit: check(limit, rawLimit(item)),
	}),

	// The service returns all of them at once, without pages.
	async send({ balances, limit: wanted }, service) {
		const { data } = await callGraphql(service, {
			query: userBankAccounts,
			variables: { balances },
			repeat: 'always',
		});
		return listedIn(data.user, 'bankAccounts').slice(0, wanted);
	},
});
