import { z } from 'zod/v4';

import { bank } from '../../schemas/bank';
import { beneficiaryBanks } from '../../schemas/banks';
import { accountNumber } from '../../schemas/accountNumber';
import { refuse, shown } from '../../schemas/field';
import { optionalVisibleText, visibleText } from '../../schemas/visibleText';

/** Ways to pay, with the names that the editor shows. */
const names = {
	absaEft: 'ABSA Pay',
	capitecPay: 'Capitec Pay',
	card: 'Card',
	crypto: 'Crypto',
	eft: 'Pay by Bank',
} as const;

export type PaymentMethod = keyof typeof names;

/** Ways to pay that are variants of Pay by Bank (spec 2.3). */
const needPayByBank: PaymentMethod[] = ['absaEft', 'capitecPay'];

/** Where the money of a payment goes; the two options exclude each other (spec 2.1, 2.3). */
export type SettleTo = 'bankAccount' | 'merchant';

/** The chosen methods: at least one, and none without the method that it depends on. */
export const chosenMethods = z.unknown().transform((value, context): PaymentMethod[] => {
	const chosen = [value].flat().filter((method) => method !== undefined && method !== '');
	const unknown = chosen.find((method) => !isMethod(method));
	if (unknown !== undefined) {
		return refuse(
			context,
			'Payment Methods',
			`has a value that Stitch does not know: ${shown(unknown)}`,
			`Use one or more of: ${Object.keys(names).join(', ')}.`,
		);
	}
	const methods = chosen.filter(isMethod);
	if (methods.length === 0) {
		return refuse(context, 'Payment Methods', 'is empty', 'Choose at least one way to pay.');
	}
	const alone = needPayByBank.find((method) => methods.includes(method));
	if (alone !== undefined && !methods.includes('eft')) {
		return refuse(
			context,
			'Payment Methods',
			`has ${names[alone]} without Pay by Bank`,
			`Add Pay by Bank, or remove ${names[alone]}.`,
		);
	}
	return methods;
});

/** The fields of Pay by Bank (spec 2.3; lengths from the public documentation). */
export const payByBank = (settleTo: SettleTo) =>
	z.object({
		payerReference: visibleText('Payer Reference', { max: 12 }),
		beneficiaryReference: optionalVisibleText('Beneficiary Reference', { max: 20 }),
		beneficiary: settleTo === 'bankAccount' ? beneficiary : z.undefined(),
	});

const beneficiary = z.object({
	name: visibleText('Beneficiary Name', { max: 20 }),
	bank: bank('Bank', beneficiaryBanks, { open: true }),
	accountNumber: accountNumber('Account Number'),
});

function isMethod(value: unknown): value is PaymentMethod {
	return typeof value === 'string' && Object.hasOwn(names, value);
}
