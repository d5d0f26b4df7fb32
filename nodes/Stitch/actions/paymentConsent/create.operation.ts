import { randomUUID } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { tryMutation } from '../../idempotency/mutation';
import { makeNonce } from '../../idempotency/nonce';
import type { Item } from '../../run/item';
import { defineOperation } from '../../run/operation';
import { check, yesNo, type Mistake } from '../../schemas/field';
import { moneyInput } from '../../schemas/money';
import { ServiceFailure, type FailureDetails } from '../../transport/failure';
import { readObject } from '../../transport/object';
import { asFields } from '../../transport/json';
import { clientKind } from '../../transport/clientToken';
import { chargeKind } from '../charge/charges';
import { rawMetadata } from '../fields/metadata';
import { rawPayer } from '../fields/payer';
import { readReturn } from '../payerReturn/returnAddress';
import { consentSchema, type Consent } from './consent.schema';
import { consentCreate } from './paymentConsent.graphql';
import { consentMethod, consentCreateFields } from './createFields';
import {
	asConsent,
	paymentConsents,
	returningTo,
	simplifyConsent,
	withConsentUrl,
} from './paymentConsents';

interface Plan {
	/** Without the nonce. */
	input: IDataObject;
	redirectUrl: string | undefined;
	/** This execution's address, if the payer is to come back to it. */
	returnTo: string | undefined;
}

/** Asks a payer to agree to be charged later, on a page of Stitch (public reference). */
export const create = defineOperation<Plan>({
	value: 'create',
	name: 'Create',
	action: 'Create payment consent (recurring payments)',
	description: 'Ask someone to agree to recurring charges, and get the link for it',
	fields: consentCreateFields,
	simplify: simplifyConsent,

	prepare(item, { clientId }) {
		const back = readReturn(item, item.get('returnToThisWorkflow'), 'Wait for Consent');
		const elsewhere = back ? undefined : item.collection('additionalFields').redirectUrl;
		const { redirectUrl, ...consent } = readConsent(item, elsewhere, back?.mistakes);
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
			// The list cannot be asked for an earlier one, so a nonce could only refuse the link.
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

/** The item's fields, checked. */
function readConsent(item: Item, redirectUrl: unknown, ofReturn: Mistake[] = []): Consent {
	const method = check(consentMethod.rule, item.get('paymentMethod'));
	const chargedFirst =
		method === 'card' && yesNo('Charge at Once', item.get('chargeAtOnce'), false);
	const isNewCharge = chargedFirst && item.hasChangedInRetry('firstChargeReference');
	const mistakes = isNewCharge ? [...ofReturn, chargedTwice] : ofReturn;
	const more = item.collection('additionalFields');
	const raw = {
		externalReference: item.get('externalReference'),
		payer: rawPayer(more),
		metadata: rawMetadata(more),
		firstCharge: chargedFirst
			? {
					amount: item.get('firstChargeAmount'),
					externalReference: item.get('firstChargeReference'),
				}
			: undefined,
		capitec:
			method === 'capitecPay'
				? {
						maximum: item.get('maximumAmount'),
						frequency: item.get('frequency'),
						start: item.get('startDate'),
						description: item.get('paymentDescription'),
					}
				: undefined,
		redirectUrl,
	};
	return check(consentSchema({ method, chargedFirst, zone: item.timezone }), raw, mistakes);
}

const chargedTwice: Mistake = {
	field: 'First Charge Reference',
	what: 'is made from the execution or the clock, and this is a retry: a payer who has agreed before would be charged again',
	fix: 'First check in Stitch whether the payer has agreed in the first try. If not, cancel that payment consent, and take the reference from the row.',
};

/** The input of the public reference. */
function inputOf(consent: Omit<Consent, 'redirectUrl'>, clientId: string): IDataObject {
	const { externalReference, payer, metadata, firstCharge, capitec } = consent;
	return {
		...(externalReference !== undefined && { externalReference }),
		...(payer && { payerInformation: payer as IDataObject }),
		...(metadata && { metadata }),
		paymentMethods: capitec
			? { capitecPay: { enabled: true, ...termsOf(capitec) } }
			: {
					card: {
						enabled: true,
						...(firstCharge && { initialCharge: chargeOf(firstCharge, clientId) }),
					},
				},
	};
}

function termsOf({ maximum, frequency, start, description }: NonNullable<Consent['capitec']>) {
	return {
		paymentOptions: { variable: { max: moneyInput(maximum) } },
		paymentSchedule: { ...(start !== undefined && { start }), frequency },
		paymentDescription: description,
	};
}

/** Under the nonce that Charge → Create has for this reference, so that only one of both is made. */
function chargeOf(
	{ amount, externalReference }: NonNullable<Consent['firstCharge']>,
	clientId: string,
): IDataObject {
	const nonce = makeNonce('externalReference', {
		clientId,
		kind: chargeKind,
		externalReference,
	});
	return { amount: moneyInput(amount), nonce, externalReference };
}

function notCreated(failure: FailureDetails): ServiceFailure {
	if (failure.happened !== 'maybe') return new ServiceFailure(failure);
	const advice =
		'Run it again: a payment consent whose link was never sent does nothing and expires.';
	return new ServiceFailure({ ...failure, advice });
}
