import { z } from 'zod/v4';
import { verificationBanks } from '../banks.mts';

const regionNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

const country = z
	.string()
	.refine((code) => /^[A-Z]{2}$/.test(code) && regionNames.of(code) !== undefined, {
		message: 'must be an ISO 3166-1 alpha-2 code',
	})
	.default('ZA');

const contact = {
	phone: z.string().optional(),
	email: z.email({ message: 'must be a valid e-mail address' }).optional(),
};

const individual = z.strictObject({
	type: z.literal('individual'),
	familyName: z.string().max(60).optional(),
	initials: z.string().max(5).optional(),
	...contact,
	identifyingDocument: z.strictObject({
		type: z.enum(['identity_document', 'passport']),
		country,
		number: z.string().min(1),
	}),
});

const business = z.strictObject({
	type: z.literal('business'),
	registrationNumber: z.string().min(1),
	country,
	name: z.string().max(60).optional(),
	...contact,
});

/** Spec 2.6: no additional properties. */
export const verificationBody = z.strictObject({
	bankAccount: z.strictObject({
		bank: z.enum(verificationBanks),
		branchCode: z
			.string()
			.regex(/^\d{6}$/, 'must be exactly 6 digits')
			.optional(),
		number: z.string().regex(/^\d{6,13}$/, 'must have 6 to 13 digits'),
		type: z
			.enum(['current', 'savings', 'credit', 'loan', 'investment', 'other', 'unknown'])
			.optional(),
	}),
	accountHolder: z.discriminatedUnion('type', [individual, business]),
});

export type VerificationBody = z.infer<typeof verificationBody>;
export type BankAccount = VerificationBody['bankAccount'];
export type Holder = VerificationBody['accountHolder'];

/** The check digit of a South African identity number (Luhn). */
function isIdentityNumber(number: string): boolean {
	if (!/^\d{13}$/.test(number)) return false;
	const sum = [...number].reverse().reduce((total, digit, index) => {
		const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
		return total + (value > 9 ? value - 9 : value);
	}, 0);
	return sum % 10 === 0;
}

/** Spec 7: what the upstream verifier refuses, with its message. Other countries pass through. */
export function upstreamRefusal(holder: Holder): string | undefined {
	if (holder.type === 'business') {
		const malformed = !/^\d{4}\/\d{6}\/\d{2}$/.test(holder.registrationNumber);
		return holder.country === 'ZA' && malformed
			? 'accountHolder.registrationNumber: malformed business registration number'
			: undefined;
	}
	const { type, country: issuer, number } = holder.identifyingDocument;
	if (type !== 'identity_document' || issuer !== 'ZA' || isIdentityNumber(number)) return undefined;
	return 'accountHolder.identifyingDocument.number: invalid South African identity number';
}
