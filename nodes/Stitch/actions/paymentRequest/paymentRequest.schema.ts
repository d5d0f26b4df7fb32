import { z } from 'zod/v4';

import { optionalBank } from '../../schemas/bank';
import { payerBanks } from '../../schemas/banks';
import { optionalDateTime } from '../../schemas/dateTime';
import { refuse, text } from '../../schemas/field';
import { metadata } from '../../schemas/metadata';
import { formatRand, paymentAmount } from '../../schemas/money';
import { payer } from './payer.schema';
import { chosenMethods, payByBank, type SettleTo } from './paymentMethods.schema';
import { redirectAddress } from '../../schemas/redirectAddress';
import { optionalVisibleText } from '../../schemas/visibleText';

/** What the fields of a payment request depend on. */
export interface PaymentRequestRules {
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
				refuse(
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
		return refuse(
			context,
			'Failure Redirect URL',
			"is given without 'Redirect URL'",
			"Fill in 'Redirect URL' as well: it is where the payer goes after paying.",
		);
	});

export type PaymentRequest = z.output<ReturnType<typeof paymentRequestSchema>>;
export type RedirectAddresses = z.output<typeof redirect>;
