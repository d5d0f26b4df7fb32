import { randomUUID } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { tryMutation } from '../../idempotency/mutation';
import { makeNonce } from '../../idempotency/nonce';
import { whyIncomplete } from '../../idempotency/payment';
import { defineOperation } from '../../run/operation';
import { moneyInput } from '../../schemas/money';
import { ServiceFailure, type FailureDetails } from '../../transport/failure';
import { readObject } from '../../transport/object';
import { asFields } from '../../transport/json';
import { clientKind } from '../../transport/client';
import { chargeKind } from '../charge/charges';
import { readReturn } from '../payerReturn/returnAddress';
import { consentCreate } from './paymentConsent.graphql';
import { consentForm, type CapitecTerms, type Consent, type FirstCharge } from './consentForm';
import {
	asConsent,
	paymentConsents,
	returningTo,
	simplifyConsent,
	withConsentUrl,
} from './paymentConsents';

/** Asks a payer to agree to be charged later, on a page of Stitch (public reference). */
export const create = defineOperation({
	value: 'create',
	name: 'Create',
	action: 'Create payment consent (recurring payments)',
	description: 'Ask someone to agree to recurring charges, and get the link for it',
	form: consentForm,
	simplify: simplifyConsent,
	// A payer who has two links, each with a different reference, is charged twice.
	identifiedBy: ['firstChargeReference'],

	prepare(item, { clientId }) {
		const back = readReturn(item, item.get('returnToThisWorkflow'), 'Wait for Consent');
		const mistakes = [
			...(back?.mistakes ?? []),
			...whyIncomplete(item),
			// Here no limit bounds what is charged.
			...item.whyLeftToModel('firstChargeAmount', 'First Charge Amount in Rand'),
		];
		const consent = consentForm.read(item, { mistakes });
		const { redirectUrl } = consent.additionalFields;
		return { input: inputOf(consent, clientId), redirectUrl, returnTo: back?.address };
	},

	unique: ({ input: { externalReference, ...rest } }) =>
		externalReference === undefined
			? undefined
			: {
					noun: 'payment consent',
					label: 'External Reference',
					key: String(externalReference),
					content: rest,
				},

	async send({ input, redirectUrl, returnTo }, service) {
		const outcome = await tryMutation(service, {
			query: consentCreate,
			// Stitch has no list in which to find an earlier consent, so a used nonce could only prevent
			// the link.
			variables: { input: { ...input, nonce: randomUUID() } },
			repeat: 'ifNotProcessed',
			made: ({ paymentConsentRequestCreate }) => ({
				externalReference: input.externalReference,
				...asConsent(asFields(paymentConsentRequestCreate)),
			}),
			rest: async (id) => await readObject(service, paymentConsents.one, id),
		});
		if ('failure' in outcome) throw notCreated(outcome.failure);
		const consent = outcome.answer.body;
		const back = returnTo === undefined ? redirectUrl : returningTo(returnTo, String(consent.id));
		return { ...withConsentUrl(consent, back), client: clientKind(service.clientId) };
	},
});

/** The input of the public reference. */
function inputOf({ externalReference, terms, additionalFields }: Consent, clientId: string) {
	const { payer, metadata } = additionalFields;
	return {
		...(externalReference !== undefined && { externalReference }),
		...(payer && { payerInformation: payer as IDataObject }),
		...(metadata && { metadata }),
		paymentMethods:
			terms.type === 'capitecPay'
				? { capitecPay: { enabled: true, ...termsOf(terms) } }
				: {
						card: {
							enabled: true,
							...(terms.firstCharge && {
								initialCharge: chargeOf(terms.firstCharge, clientId),
							}),
						},
					},
	};
}

function termsOf({ maximumAmount, frequency, startDate: start, paymentDescription }: CapitecTerms) {
	return {
		paymentOptions: { variable: { max: moneyInput(maximumAmount) } },
		paymentSchedule: { ...(start !== undefined && { start }), frequency },
		paymentDescription,
	};
}

/** Uses the nonce of Charge → Create for this reference, so that only one of the two is charged. */
function chargeOf(
	{ firstChargeAmount, firstChargeReference: externalReference }: FirstCharge,
	clientId: string,
) {
	const nonce = makeNonce('externalReference', { clientId, kind: chargeKind, externalReference });
	return { amount: moneyInput(firstChargeAmount), nonce, externalReference };
}

function notCreated(failure: FailureDetails): ServiceFailure {
	if (failure.happened !== 'maybe') return new ServiceFailure(failure);
	const advice =
		'Run it again: a payment consent whose link was never sent does nothing and expires.';
	return new ServiceFailure({ ...failure, advice });
}
