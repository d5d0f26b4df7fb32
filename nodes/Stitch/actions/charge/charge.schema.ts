import { z } from 'zod/v4';

import { oneOf, optionalText, text } from '../../schemas/field';
import { metadata } from '../../schemas/metadata';
import { paymentAmount } from '../../schemas/money';
import { redirectAddress } from '../../schemas/redirectAddress';
import { optionalVisibleText } from '../../schemas/visibleText';

/** What is charged. */
export const chargeWith = oneOf('Charge With', ['card', 'paymentConsent']);

export type ChargeWith = z.output<typeof chargeWith>;

/** As the panel calls the ID of what is charged. */
export const tokenLabels: Record<ChargeWith, string> = {
	card: 'Card ID',
	paymentConsent: 'Payment Consent ID',
};

/** A charge (public reference: `TransactionInitiateInput`) without the nonce. */
export const chargeSchema = (what: ChargeWith) =>
	z.object({
		token: text(tokenLabels[what]),
		amount: paymentAmount('Amount'),
		externalReference: optionalVisibleText('External Reference', { max: 4096 }),
		payerReference: optionalVisibleText('Payer Reference'),
		merchantId: optionalText('Merchant ID'),
		beneficiaryAccountId: optionalText('Beneficiary Account ID'),
		metadata: metadata({ nested: 'asIs' }),
	});

export type Charge = z.output<ReturnType<typeof chargeSchema>>;

/** Which charge is read. */
export const chargeReading = z.object({
	id: text('Charge'),
	redirectUrl: redirectAddress('Redirect URL'),
});
