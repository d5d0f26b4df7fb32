import { z } from 'zod/v4';

import { optionalDay } from '../../schemas/dateTime';
import { paymentAmount } from '../../schemas/money';
import { optionalVisibleText, visibleText } from '../../schemas/visibleText';
import { metadata } from '../fields/metadata';
import { payerDetails, type DocumentType } from '../fields/payer';
import { redirectAddress } from '../fields/redirectUrl';
import { frequency, type consentMethod } from './createFields';

/** Each document has a field of its own here (public reference: exactly one of them). */
const documentFields: Record<DocumentType, string> = {
	identity_document: 'identityDocument',
	passport: 'passport',
	temporary_residence: 'temporaryResidenceId',
};

/** Who is charged; all fields may be left empty. */
const payer = z.object(payerDetails).transform(({ document, ...rest }) => {
	const isEmpty = Object.values({ document, ...rest }).every((value) => value === undefined);
	if (isEmpty) return undefined;
	if (document === undefined) return rest;
	const { type, country, number } = document;
	return { ...rest, identifyingDocument: { [documentFields[type]]: { country, number } } };
});

/** What a card is charged as soon as the payer agrees. */
const firstCharge = z.object({
	amount: paymentAmount('First Charge Amount'),
	externalReference: visibleText('First Charge Reference', { max: 4096 }),
});

/** What a Capitec customer agrees to. */
const capitecTerms = (zone: string) =>
	z.object({
		maximum: paymentAmount('Maximum Amount'),
		frequency: frequency.rule,
		start: optionalDay('Start Date', { zone }),
		description: visibleText('Payment Description'),
	});

/** What a payment consent is asked for. */
interface ConsentRules {
	method: z.output<typeof consentMethod.rule>;
	/** Whether the card is charged as soon as the payer agrees. */
	chargedFirst: boolean;
	/** The workflow's time zone. */
	zone: string;
}

/** A payment consent (public reference: `CreatePaymentConsentRequestInput`), without its nonce. */
export const consentSchema = ({ method, chargedFirst, zone }: ConsentRules) =>
	z.object({
		externalReference: optionalVisibleText('External Reference', { max: 4096 }),
		payer,
		metadata: metadata({ nested: 'asIs' }),
		firstCharge: chargedFirst ? firstCharge : z.undefined(),
		capitec: method === 'capitecPay' ? capitecTerms(zone) : z.undefined(),
		redirectUrl: redirectAddress('Redirect URL'),
	});

export type Consent = z.output<ReturnType<typeof consentSchema>>;
