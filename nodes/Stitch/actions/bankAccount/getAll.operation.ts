import { simplifyAccount } from '../columns';
import { form } from '../../schemas/form';
import { switchField } from '../../schemas/formFields';
import { options } from '../../schemas/formGroups';
import { listFields } from '../fields/list';
import { callGraphql } from '../../transport/graphql';
import { listedIn } from '../../transport/paging';
import { defineOperation } from '../../run/operation';

/**
 * The bank accounts that a person has given access to. `balances` says whether that includes their
 * balances: a field whose scope is missing makes Stitch refuse the others as well.
 */
export const userBankAccounts = /* GraphQL */ `
	query UserBankAccounts($balances: Boolean!) {
		user {
			bankAccounts {
				id
				name
				accountNumber
				accountType
				bankId
				availableBalance @include(if: $balances)
				currentBalance @include(if: $balances)
			}
		}
	}
`;

const list = form({
	...listFields,
	options: options({
		balances: switchField({
			displayName: 'Balances',
			default: true,
			description: 'Whether to also return the balances, which needs the scope Balances',
		}),
	}),
});

/** Lists the accounts a person has given access to (public GraphQL reference: `user { bankAccounts }`). */
export const getAll = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many bank accounts',
	description: "Retrieve a person's bank accounts, with their consent",
	token: 'user',
	form: list,

	simplify: simplifyAccount,

	// The service returns all of them at once, without pages.
	async send({ options: { balances }, limit }, service) {
		const { data } = await callGraphql(service, {
			query: userBankAccounts,
			variables: { balances },
			repeat: 'always',
		});
		return listedIn(data.user, 'bankAccounts').slice(0, limit);
	},
});
