import { check, numberOf } from '../../schemas/field';
import { defineOperation } from '../../run/operation';
import { pacingOptions } from '../../run/options';
import { untilVerified, type VerificationWait } from './untilVerified';
import { simplifyVerification } from './verifications';
import {
	maximumWait,
	onTimeout,
	verificationOf,
	verifyForm,
	type BankAccountVerification,
} from './verifyForm';

interface Plan extends VerificationWait {
	verification: BankAccountVerification;
}

/** Compares a bank account and its holder with what the bank knows (spec 2.6, 2.7, 4.4). */
export const verifyAccount = defineOperation<Plan>({
	value: 'verify',
	name: 'Verify',
	action: 'Verify bank account',
	description:
		'Compare a bank account and its holder with what the bank has on record (billed per account, even for test clients; the same request is free for 48 hours)',
	fields: verifyForm.properties,
	options: [...pacingOptions, maximumWait, onTimeout.field],
	simplify: simplifyVerification,

	prepare(item) {
		const options = item.collection('options');
		return {
			verification: verificationOf(verifyForm.read(item)),
			maxWaitMs: numberOf(maximumWait, options) * 1000,
			onTimeout: check(onTimeout.orDefault, options.onTimeout),
		};
	},

	send: async ({ verification, ...wait }, service, _item, waitOutsideTheLimit) =>
		await untilVerified(service, verification, wait, waitOutsideTheLimit),
});
