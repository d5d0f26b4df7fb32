import type { IDataObject } from 'n8n-workflow';

import { verificationSchema, type BankAccountVerification } from './bankAccountVerification.schema';
import { check, numberOf } from '../../schemas/field';
import type { Item } from '../../run/item';
import { defineOperation } from '../../run/operation';
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
	options: [maximumWait, onTimeout.field],
	simplify: simplifyVerification,

	prepare(item) {
		const more = { ...item.collection('additionalFields'), ...detailsOf(item) };
		const options = item.collection('options');
		const verification = check(verificationSchema, {
			bankAccount: {
				bank: item.get('bank'),
				branchCode: more.branchCode,
				number: item.get('accountNumber'),
				type: more.accountType,
			},
			accountHolder: holderOf(item, more),
		});
		return {
			verification,
			maxWaitMs: numberOf(maximumWait, options) * 1000,
			onTimeout: check(onTimeout.orDefault, options.onTimeout),
		};
	},

	send: async ({ verification, ...wait }, service, _item, stepAside) =>
		await untilVerified(service, verification, wait, stepAside),
});

/** What has fields of its own, since without it the outcome is never "verified" (spec 2.7). */
function detailsOf(item: Item): IDataObject {
	const isBusiness = check(holderType.rule, item.get('holderType')) === 'business';
	const names = isBusiness ? ['businessName'] : ['familyName', 'initials'];
	const shown = ['accountType', ...names].map((name) => [name, item.get(name)] as const);
	return Object.fromEntries(shown.filter(([, value]) => value !== null)) as IDataObject;
}

function holderOf(item: Item, { country, email, phone, ...more }: IDataObject) {
	const type = check(holderType.rule, item.get('holderType'));
	if (type === 'business') {
		const registrationNumber = item.get('registrationNumber');
		return { type, registrationNumber, country, name: more.businessName, phone, email };
	}
	return {
		type,
		familyName: more.familyName,
		initials: more.initials,
		phone,
		email,
		identifyingDocument: {
			type: item.get('documentType'),
			country,
			number: item.get('documentNumber'),
		},
	};
}
