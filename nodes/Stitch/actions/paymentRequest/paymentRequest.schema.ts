import { z } from 'zod/v4';

import {
	accountNumber,
	beneficiaryBanks,
	optionalBank,
	payerBanks,
	requiredBank,
} from '../../schemas/bank';
import { optionalDateTime, optionalDay } from '../../schemas/dateTime';
import { asText, reject, shown, text } from '../../schemas/field';
import { formatRand, paymentAmount } from '../../schemas/money';
import { optionalVisibleText, visibleText } from '../../schemas/visibleText';
import { metadata } from '../fields/metadata';
import { payerDetails } from '../fields/payer';
import { redirectAddress } from '../fields/redirectUrl';
import { settleTo, waysToPay } from './createFields';

export type PaymentMethod = (typeof waysToPay)[number]['value'];

/** Ways to pay, with the names that the editor shows. */
const names = Object.fromEntries(waysToPay.map(({ value, name }) => [value, name]));

/** Ways to pay that are variants of Pay by Bank (spec 2.3). */
const needPayByBank: PaymentMethod[] = ['absaEft', 'capitecPay'];

type SettleTo = z.output<typeof settleTo.rule>;

/** The chosen methods: at least one, and none without the method that it depends on. */
const chosenMethods = z.unknown().transform((value, context): PaymentMethod[] => {
	const chosen = [value].flat().filter((method) => asText(method) !== undefined);
	const unknown = chosen.find((method) => !isMethod(method));
	if (unknown !== undefined) {
		return reject(
			context,
			'Payment Methods',
			`has a value that Stitch does not know: ${shown(unknown)}`,
			`Use one or more of: ${Object.keys(names).join(', ')}.`,
		);
	}
	const methods = chosen.filter(isMethod);
	if (methods.length === 0) {
		return reject(context, 'Payment Methods', 'is empty', 'Choose at least one way to pay.');
	}
	const alone = needPayByBank.find((method) => methods.includes(method));
	if (alone !== undefined && !methods.includes('eft')) {
		return reject(
			context,
			'Payment Methods',
			`has ${names[alone]} without Pay by Bank`,
			`Add Pay by Bank, or remove ${names[alone]}.`,
		);
	}
	return methods;
});

/** The fields of Pay by Bank (spec 2.3; lengths from the public documentation). */
const payByBank = (settleTo: SettleTo) =>
	z.object({
		payerReference: visibleText('Payer Reference', { max: 12 }),
		beneficiaryReference: optionalVisibleText('Beneficiary Reference', { max: 20 }),
		beneficiary: settleTo === 'bankAccount' ? beneficiary : z.undefined(),
	});

const beneficiary = z.object({
	name: visibleText('Beneficiary Name', { max: 20 }),
	bank: requiredBank('Bank', beneficiaryBanks, { open: true }),
	accountNumber: accountNumber('Account Number'),
});

function isMethod(value: unknown): value is PaymentMethod {
	return typeof value === 'string' && Object.hasOwn(names, value);
}

/** Who pays (spec 2.2); all fields may be left empty, Payer ID only if all others are. */
export const payer = ({ zone }: { zone: string }) =>
	z
		.object({
			...payerDetails,
			accountCreatedDate: optionalDay('Payer Since', { zone }),
		})
		.transform(({ payerId: identifier, document: identifyingDocument, ...more }, context) => {
			const fields = { identifier, identifyingDocument, ...more };
			const isEmpty = Object.values(fields).every((value) => value === undefined);
			if (isEmpty) return undefined;
			if (identifier !== undefined) return fields;
			return reject(
				context,
				'Payer ID',
				'is empty, but other details of the payer are given',
				'Enter your own ID for the person who pays: Stitch needs at least that.',
			);
		});

/** What the fields of a payment request depend on. */
interface PaymentRequestRules {
	/** Whether the payer may pay by bank, which makes its fields required. */
	payByBank: boolean;
	settleTo: SettleTo;
	/** The workflow's time zone. */
	zone: string;
	/** Milliseconds since the epoch. */
	now: number;
}

/** A payment request (spec 2.1 to 2.3) with the addresses for the payer's return (spec 4.2). */
export const paymentRequestSchema = (rules: PaymentRequestRules) =>
	z
		.object({
			amount: paymentAmount('Amount'),
			externalReference: optionalVisibleText('External Reference', { max: 4096 }),
			methods: chosenMethods,
			payByBank: rules.payByBank ? payByBank(rules.settleTo) : z.undefined(),
			merchantId: rules.settleTo === 'merchant' ? text('Merchant ID') : z.undefined(),
			expireAt: optionalDateTime('Expire At', {
				zone: rules.zone,
				after: rules.now,
				endOfDay: true,
			}),
			payer: payer({ zone: rules.zone }),
			restrictPayerBank: optionalBank('Restrict Payer Bank', payerBanks, { open: true }),
			metadata: metadata({ nested: 'asText' }),
			split: split.optional(),
			redirect,
		})
		.superRefine(({ amount, split: part }, context) => {
			if (part !== undefined && part.amount.cents > amount.cents) {
				reject(
					context,
					'Split Amount',
					`is ${formatRand(part.amount.cents)}, more than 'Amount' (${formatRand(amount.cents)})`,
					'Give the merchant at most the whole amount.',
				);
			}
		});

/** The part of the payment that another merchant gets; at present the service accepts one. */
const split = z.object({
	merchantId: text('Split Merchant ID'),
	amount: paymentAmount('Split Amount'),
});

/** Where the hosted page sends the payer back to. */
export const redirect = z
	.object({
		redirectUrl: redirectAddress('Redirect URL'),
		failureRedirectUrl: redirectAddress('Failure Redirect URL'),
	})
	.transform((addresses, context) => {
		if (addresses.failureRedirectUrl === undefined || addresses.redirectUrl !== undefined) {
			return addresses;
		}
		return reject(
			context,
			'Failure Redirect URL',
			"is given without 'Redirect URL'",
			"Fill in 'Redirect URL' as well: it is where the payer goes after paying.",
		);
	});

export type PaymentRequest = z.output<ReturnType<typeof paymentRequestSchema>>;
export type RedirectAddresses = z.output<typeof redirect>;
