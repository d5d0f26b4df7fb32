import { defineOperation } from '../../run/operation';
import { requestVerification } from './requestVerification';
import { simplifyVerification } from './verifications';
import { verificationOf, verifyForm } from './verifyForm';

/** Compares a bank account and its holder with what the bank knows (spec 2.6, 2.7, 4.4). */
export const verifyAccount = defineOperation({
	value: 'verify',
	name: 'Verify',
	action: 'Verify bank account',
	description:
		'Compare a bank account and its holder with what the bank has on record (billed per account, even for test clients; the same request is free for 48 hours)',
	form: verifyForm,
	hasPacing: true,
	simplify: simplifyVerification,

	async send({ options, ...asked }, service, _item, sending) {
		const { maxWaitSeconds, onTimeout } = options;
		const wait = { maxWaitMs: maxWaitSeconds * 1000, onTimeout };
		return await requestVerification(
			service,
			verificationOf(asked),
			wait,
			sending?.waitOutsideTheLimit,
		);
	},
});
