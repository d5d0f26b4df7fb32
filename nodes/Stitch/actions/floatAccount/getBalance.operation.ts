import { simplifyAccount } from '../accountColumns';
import { clientBankAccounts } from './floatAccount.graphql';
import { ServiceFailure } from '../../transport/failure';
import { queryGraphql } from '../../transport/graphql';
import { listedIn } from '../../transport/graphqlPaging';
import { defineOperation } from '../../run/operation';

/** Reads what disbursements can be paid from (public GraphQL reference: `client { bankAccounts }`). */
export const getBalance = defineOperation<undefined>({
	value: 'getBalance',
	name: 'Get Balance',
	action: 'Get float account balance',
	description: 'Get the balance of the account that disbursements are paid from (via GraphQL)',
	fields: [],

	simplify: simplifyAccount,

	prepare: () => undefined,

	async send(_plan, service) {
		const { client } = await queryGraphql(service, { query: clientBankAccounts, repeat: 'always' });
		const floats = listedIn(client, 'bankAccounts').filter(
			({ accountFunction }) => accountFunction === 'float',
		);
		if (floats.length === 0) throw noFloat();
		return floats;
	},
});

function noFloat(): ServiceFailure {
	return new ServiceFailure({
		kind: 'graphql',
		sentence: 'The client of this credential has no float account',
		advice: 'Disbursements need a float account: ask Stitch support to open one.',
	});
}
