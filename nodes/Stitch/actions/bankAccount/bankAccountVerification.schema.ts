import { z } from 'zod/v4';

import { accountNumber, requiredBank, verificationBanks } from '../../schemas/bank';
import { country } from '../../schemas/country';
import { email } from '../../schemas/email';
import { optionalText, text } from '../../schemas/field';
import { accountType, documentType } from './verifyFields';

const bankAccount = z.object({
	bank: requiredBank('Bank', verificationBanks, { open: false }),
	branchCode: optionalText('Branch Code', {
		pattern: {
			is: /^\d{6}$/,
			what: 'must be exactly 6 digits',
			fix: "Enter 6 digits, or leave it empty to use the bank's universal code.",
		},
	}),
	number: accountNumber('Account Number'),
	type: accountType.optional,
});

const individual = z.object({
	type: z.literal('individual'),
	familyName: optionalText('Family Name', { max: 60 }),
	initials: optionalText('Initials', { max: 5 }),
	phone: optionalText('Phone'),
	email: email('Email'),
	identifyingDocument: z.object({
		type: documentType.rule,
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

export type BankAccountVerification = z.output<typeof verificationSchema>;
