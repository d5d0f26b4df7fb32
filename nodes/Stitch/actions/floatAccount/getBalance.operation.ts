import { simplifyAccount } from '../columns';
import { ServiceFailure } from '../../transport/failure';
import { defineOperation } from '../../run/operation';
import { readFloats } from './floatAccounts';
import { form } from '../../schemas/form';

export const getBalance = defineOperation({
	value: 'getBalance',
	name: 'Get Balance',
	action: 'Get float account balance',
	description:
		'Retrieve the account that disbursements are paid from: its balance, and its number for bank transfers',
	form: form({}),

	simplify: simplifyAccount,

	async send(_plan, service) {
		const floats = await readFloats(service);
		if (floats.length === 0) throw noFloat();
		return floats;
	},
});

function noFloat(): ServiceFailure {
	return new ServiceFailure({
		kind: 'graphql',
		happened: 'no',
		sentence: "Your Stitch client (this 'Client ID') has no float account",
		advice: 'Disbursements need a float account: ask Stitch support to open one.',
	});
}
