import type { IDataObject } from 'n8n-workflow';

import type { Resource } from '../../run/resource';
import { asText } from '../../schemas/asText';
import { readStatus } from '../../schemas/status';
import type { ObjectReading } from '../../transport/object';
import { asFields } from '../../transport/json';
import { cell, reasonCell } from '../columns';
import { idField } from '../fields/payment';
import { hostedPage } from '../hostedPage';
import { isType } from '../eventParts';
import { consentById } from './paymentConsent.graphql';
import type { WordsOf } from '../../schemas/formFields';

/** A text field: Stitch lists no payment consents to choose from. */
export const consentIdField = (words: Partial<WordsOf<'string'>> = {}) =>
	idField('Payment Consent', {
		placeholder: 'e.g. Y29uc2VudDox',
		description:
			'The ID that Payment Consent → Create returned, and that its events carry. Stitch has no list of payment consents, so keep it with your customer.',
		...words,
	});

const statusPrefix = 'PaymentConsent';

export const consentStatus: ObjectReading = { query: consentById.core, asOutput: asConsent };

/**
 * Payment consents (public reference). The wait for the payer ends when a consent is granted. A granted
 * consent can be paused, revoked or expire later, so it is read before each charge. Stitch has no list of
 * consents.
 */
export const paymentConsents = {
	value: 'paymentConsent',
	name: 'Payment Consent',
	noun: 'payment consent',
	statuses: {
		pending: 'open',
		processing: 'open',
		paused: 'paused',
		granted: 'done',
		failed: 'failed',
		cancelled: 'failed',
		expired: 'failed',
		revoked: 'failed',
	},
	one: { query: consentById, asOutput: asConsent },
	simplify: simplifyConsent,
	events: [
		{
			family: 'paymentConsent',
			name: 'Payment Consent',
			meanings: {
				cancelled: 'The payment consent was cancelled before the payer agreed to it. Final.',
				expired: 'The payment consent has expired. It can no longer be charged.',
				failed: 'The payer did not agree, or their bank or card was refused. Final.',
				granted: 'The payer has agreed: the payment consent can be charged',
				paused: 'The payment consent is on hold and cannot be charged. Find out why.',
				processing: 'The payer has agreed, and the bank is working on it',
				revoked: 'The payment consent was taken back. It can no longer be charged. Final.',
			},
			// Once it is no longer paused.
			comeAgain: ['granted'],
			filterType: () => 'payment-consent-request',
			statusPrefix,
			readGraphqlNode(_list, node) {
				const state = asFields(node.status);
				return isType(state, statusPrefix) ? { data: node, state } : undefined;
			},
		},
	],
} satisfies Resource;

/** By the names of Stitch's types (public reference). */
const methods: Record<string, string> = {
	CardPaymentConsentDetails: 'card',
	CapitecPayRecurringConsentDetails: 'capitecPay',
};

/** REST has no consents: this gives a consent the flat shape and the field names that REST would use. */
export function asConsent(node: IDataObject): IDataObject {
	const { id, url, status, statusReason, consentDetails, ...rest } = node;
	const state = asFields(status);
	const { status: word, statusDate } = readStatus(state, statusPrefix);
	const reason = asText(statusReason) ?? asFields(state.details).__typename;
	const type = asText(asFields(consentDetails).__typename);
	return {
		id,
		consentUrl: url,
		...rest,
		status: word,
		...(statusDate !== undefined && { statusDate }),
		...(reason !== undefined && { statusReason: reason }),
		...(typeof state.isPendingRevocation === 'boolean' && {
			isPendingRevocation: state.isPendingRevocation,
		}),
		...(type !== undefined && { paymentMethod: methods[type] ?? type }),
	};
}

/**
 * A payment consent whose page sends the payer back.
 * @param redirectUrl undefined if the payer is to stay at Stitch
 */
export function withConsentUrl(
	{ consentUrl, ...consent }: IDataObject,
	redirectUrl: string | undefined,
): IDataObject {
	const page = hostedPage(consentUrl, { redirect_uri: redirectUrl });
	return { ...consent, consentUrl: page ?? consentUrl };
}

/** The parameter by which a payer's return names its payment consent. Stitch may add its own `id`. */
export const returnParameter = 'consent';

/**
 * An execution's address with the payment consent in it. The parameters that Stitch adds on the way back
 * are not known, so the payer of an earlier consent would look the same.
 */
export function returningTo(address: string, id: string): string | undefined {
	return hostedPage(address, { [returnParameter]: id });
}

export function simplifyConsent(consent: IDataObject): IDataObject {
	return {
		externalReference: cell(consent.externalReference),
		consentUrl: cell(consent.consentUrl),
		status: cell(consent.status),
		reasonText: reasonCell(consent),
		isPendingRevocation: cell(consent.isPendingRevocation),
		paymentMethod: cell(consent.paymentMethod),
		statusDate: cell(consent.statusDate),
		nonce: cell(consent.nonce),
		id: cell(consent.id),
	};
}
