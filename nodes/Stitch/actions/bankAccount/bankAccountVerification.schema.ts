import { z } from 'zod/v4';

import { bank } from '../../schemas/bank';
import { verificationBanks } from '../../schemas/banks';
import { country } from '../../schemas/country';
import { accountNumber } from '../../schemas/accountNumber';
import { email } from '../../schemas/email';
import {
	asText,
	oneOf,
	optionalOneOf,
	optionalText,
	refuse,
	shown,
	text,
} from '../../schemas/field';

/** Kinds of bank account that a verification can compare (spec 2.6). */
const accountTypes = [
	'credit',
	'current',
	'investment',
	'loan',
	'other',
	'savings',
	'unknown',
] as const;

/** Who holds the account (spec 2.6). */
export const holderType = oneOf('Account Holder Type', ['individual', 'business']);

const bankAccount = z.object({
	bank: bank('Bank', verificationBanks, { open: false }),
	branchCode: optionalText('Branch Code', {
		pattern: {
			is: /^\d{6}$/,
			what: 'must be exactly 6 digits',
			fix: "Enter 6 digits, or leave it empty to use the bank's universal code.",
		},
	}),
	number: accountNumber('Account Number'),
	type: optionalOneOf('Account Type', accountTypes),
});

const individual = z.object({
	type: z.literal('individual'),
	familyName: optionalText('Family Name', { max: 60 }),
	initials: optionalText('Initials', { max: 5 }),
	phone: optionalText('Phone'),
	email: email('Email'),
	identifyingDocument: z.object({
		type: oneOf('Document Type', ['identity_document', 'passport']),
		country: country('Country'),
		number: text('Document Number'),
	}),
});

const business = z.object({
	type: z.literal('business'),
	registrationNumber: text('Registration Number'),
	country: country('Country'),
	name: optionalText('Business Name', { max: 60 }),
	phone: optionalText('Phone'),
	email: email('Email'),
});

/** A bank account verification (spec 2.6); the service allows no other properties. */
export const verificationSchema = z.object({
	bankAccount,
	accountHolder: z.discriminatedUnion('type', [individual, business]),
});

/** In seconds. The service's own check takes up to 120 (spec 8), which is the default. */
export const maximumWait = z.unknown().transform((value, context): number => {
	const seconds = Number(asText(value) ?? 120);
	if (seconds >= 0 && seconds <= 3600) return seconds;
	return refuse(context, 'Maximum Wait', `cannot be ${shown(value)}`, 'Enter 0 to 3600 seconds.');
});

export type BankAccountVerification = z.output<typeof verificationSchema>;
