import type { IDataObject } from 'n8n-workflow';

import type { Ready } from '../../idempotency/paymentKind';
import { meaningOf } from '../../run/resource';
import { newConsent } from '../../transport/reasons';
import type { FailureDetails } from '../../transport/failure';
import { tryGraphql } from '../../transport/graphql';
import { asFields } from '../../transport/json';
import { tryObject } from '../../transport/object';
import { knownAs } from '../../transport/wording';
import type { Service } from '../../transport/service';
import { consentById } from '../paymentConsent/paymentConsent.graphql';
import { consentStatus, paymentConsents } from '../paymentConsent/paymentConsents';

/**
 * Reads a payment consent before it is charged. Only a granted consent is charged, even if Stitch would
 * accept the charge: a payer who has withdrawn their consent would ask the bank for the money back. The
 * consent may have been revoked after this very charge was made.
 */
export async function chargeableConsent(service: Service, input: IDataObject): Promise<Ready> {
	const outcome = await tryObject(service, consentStatus, String(input.token));
	if ('failure' in outcome) return { blocked: outcome.failure };
	const consent = outcome.answer.body;
	const { status, isPendingRevocation, paymentMethod } = consent;
	// Sent for Capitec Pay; absent if Payer Reference is empty.
	const { paymentMethods, ...cardInput } = input;
	if (meaningOf(consent, paymentConsents) !== 'done')
		return { blocked: notCharged(consent, `is ${String(status)}`) };
	if (isPendingRevocation === true) return { blocked: notCharged(consent, 'is being revoked') };
	if (paymentMethod === 'capitecPay' && paymentMethods === undefined) {
		return { blocked: withoutReference };
	}
	return { input: paymentMethod === 'card' ? cardInput : input };
}

/**
 * A stored card is not charged if its ID is the ID of a payment consent: Stitch would charge that consent
 * without a check whether it is granted. Stitch accepts both IDs in the same field and publishes the form
 * of neither, so only a consent that Stitch returns for the ID is proof. Any other answer leaves the
 * decision to Stitch.
 */
export async function chargeableCard(service: Service, input: IDataObject): Promise<Ready> {
	const variables = { id: input.token };
	const { core: query } = consentById;
	const { part } = await tryGraphql(service, { query, variables, repeat: 'always' });
	// Its ID is enough, even if Stitch cannot return the other fields.
	return asFields(part?.data?.node).id === input.token ? { failure: notACard } : { input };
}

const notACard: FailureDetails = {
	kind: 'notSent',
	happened: 'no',
	sentence: "'Card ID' is the ID of a payment consent, so nothing was charged now",
	advice:
		"Set 'Charge With' to Payment Consent. To charge a stored card, use the ID that Card → Get Many returns.",
};

const advice: Record<string, string> = {
	pending: 'The payer has not agreed yet. Charge it after the event Payment Consent Granted.',
	processing: 'The bank is still working on it. Charge it after the event Payment Consent Granted.',
	paused:
		'Ask the payer or Stitch support why it is paused, and charge it once it is granted again.',
};

function notCharged(consent: IDataObject, is: string): FailureDetails {
	return {
		kind: 'notSent',
		happened: 'no',
		id: String(consent.id),
		sentence: `The payment consent ${knownAs(consent)} ${is}, so nothing was charged now`,
		advice: advice[String(consent.status)] ?? `${newConsent}.`,
	};
}

const withoutReference: FailureDetails = {
	kind: 'notSent',
	happened: 'no',
	sentence:
		"'Payer Reference' is empty, and this payment consent is for Capitec Pay: nothing was charged now",
	advice: 'Enter what the payer is to see on their bank statement.',
};
