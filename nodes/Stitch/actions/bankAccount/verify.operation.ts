import type { IDataObject } from 'n8n-workflow';

import { verificationSchema, type BankAccountVerification } from './bankAccountVerification.schema';
import { check, numberOf } from '../../schemas/field';
import type { Item } from '../../run/item';
import { defineOperation } from '../../run/operation';
import { pacingOptions } from '../../run/options';
import { untilVerified, type VerificationWait } from './untilVerified';
import { simplifyVerification } from './verifications';
import { holderType, maximumWait, onTimeout, verifyFields } from './verifyFields';

interface Plan extends VerificationWait {
	verification: BankAccountVerification;
}

/** Compares a bank account and its holder with what the bank knows (spec 2.6, 2.7, 4.4). */
export const verifyAccount = defineOperation<Plan>({
	value: 'verify',
	name: 'Verify',
	action: 'Verify bank account',
	description:
		'Compare a bank account and its holder with what the bank has on record (billed per account, also for test clients; free again for 48 hours)',
	fields: verifyFields,
	options: [...pacingOptions, maximumWait, onTimeout.field],
	simplify: simplifyVerification,

	prepare(item) {
		const more = item.collection('additionalFields');
		const options = item.collection('options');
		const verification = check(verificationSchema, {
			bankAccount: {
				bank: item.get('bank'),
				branchCode: more.branchCode,
				number: item.get('accountNumber'),
				type: item.get('accountType'),
			},
			accountHolder: holderOf(item, more),
		});
		return {
			verification,
			maxWaitMs: numberOf(maximumWait, options) * 1000,
			onTimeout: check(onTimeout.orDefault, options.onTimeout),
		};
	},

	send: async ({ verification, ...wait }, service, _item, waitOutsideTheLimit) =>
		await untilVerified(service, verification, wait, waitOutsideTheLimit),
});

/** Fields that the editor hides cannot be read, so each type of holder has its own. */
function holderOf(item: Item, { country, email, phone }: IDataObject) {
	const type = check(holderType.rule, item.get('holderType'));
	if (type === 'business') {
		const registrationNumber = item.get('registrationNumber');
		return { type, registrationNumber, country, name: item.get('businessName'), phone, email };
	}
	return {
		type,
		familyName: item.get('familyName'),
		initials: item.get('initials'),
		phone,
		email,
		identifyingDocument: {
			type: item.get('documentType'),
			country,
			number: item.get('documentNumber'),
		},
	};
}
