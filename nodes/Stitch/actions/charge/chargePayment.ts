import type { IDataObject } from 'n8n-workflow';

import { comparedAmount, idFound } from '../../idempotency/comparison';
import { tryMutation } from '../../idempotency/mutation';
import type { PaymentKind } from '../../idempotency/paymentKind';
import { isCancelled, meaningOf } from '../../run/resource';
import { randText, moneyInput } from '../../schemas/money';
import { httpStatusOf, type FailureDetails } from '../../transport/failure';
import { asFields, withoutUndefined } from '../../transport/json';
import { explain } from '../../transport/messages';
import { readObject } from '../../transport/object';
import type { RepeatRule } from '../../transport/retry';
import type { Outcome, Service } from '../../transport/service';
import { chargeInitiate } from './charge.graphql';
import { chargeForm, type Charge, type ChargeWith } from './chargeForm';
import { chargeableCard, chargeableConsent } from './chargeable';
import { chargeKind, charges } from './charges';
import {
	asCharge,
	chargeOrRefund,
	chargesWith,
	chargesWithReference,
	chargeByNonce,
	isCharge,
} from './transactions';

/** A charge that fails with one of these codes may have been paid already: only a person can find out. */
const mayBePaid: unknown[] = [
	'capitecDuplicatePayment',
	'capitecPaymentAlreadyPaidForSelectedInterval',
];

/** What is charged, as a request, the panel and a dry run name it. */
function charged(what: ChargeWith) {
	return what.type === 'card'
		? { token: what.cardId, label: 'Card ID', field: 'cardId' }
		: { token: what.paymentConsentId, label: 'Payment Consent ID', field: 'paymentConsentId' };
}

/**
 * A charge of a payment consent or of a stored card (public reference: `initiateTransaction`). Two equal
 * charges of one payer may both be due, so the content does not identify a charge.
 */
export const chargePayment: PaymentKind<Charge> = {
	kind: chargeKind,

	read: (parameters, mistakes) => chargeForm.read(parameters, { mistakes }),

	// A card needs at least token, nonce and amount.
	body: ({ amount, externalReference, payerReference, additionalFields, chargeWith }) => ({
		...withoutUndefined({
			token: charged(chargeWith).token,
			externalReference,
			merchantId: additionalFields.merchantId,
			beneficiaryAccountId: additionalFields.beneficiaryAccountId,
			metadata: additionalFields.metadata,
		}),
		amount: moneyInput(amount),
		...(payerReference !== undefined && {
			paymentMethods: { capitecPayRecurring: { payerReference } },
		}),
	}),

	preview({ chargeWith, payerReference }, body) {
		const { field, token } = charged(chargeWith);
		return { ...body, [field]: token, ...withoutUndefined({ payerReference }) };
	},

	ready: async (service, input, { chargeWith }) =>
		chargeWith.type === 'card'
			? await chargeableCard(service, input)
			: await chargeableConsent(service, input),

	send: charge,

	find: chargeByNonce,
	listByNonce: async (service, nonces) => await chargesWith(service, 'nonce', nonces),
	listByReference: chargesWithReference,

	compare({ amount, chargeWith }, found) {
		const { label, token: asked } = charged(chargeWith);
		// Stitch does not say which card was charged.
		const isKnown = chargeWith.type !== 'card';
		return [
			{ label: 'Resource', asked: 'a charge', found: chargeOrRefund(found) },
			comparedAmount(randText(amount), found.amount),
			{ label, asked, found: isKnown ? idFound(found.paymentConsentId) : undefined },
		];
	},

	// A failed refund does not count: it leaves the nonce free for another refund. A charge with warnings
	// does not count either: the part that could not be read may be the reason for the failure.
	hasFailed: (found) =>
		isCharge(found) &&
		meaningOf(found, charges) === 'failed' &&
		!isCancelled(found) &&
		found.warnings === undefined &&
		!mayBePaid.includes(found.statusReason),
	isCancelled: (found) => isCharge(found) && isCancelled(found),
	isDone: (found) => isCharge(found) && meaningOf(found, charges) === 'done',
	lookUpAdvice:
		'To find it yourself, search the Stitch dashboard for the external reference or the unique key (nonce).',
};

/**
 * If a charge at Capitec is refused, the message says which form was sent. The reference says that a
 * charge contains exactly one of `token` and `paymentMethods`, but only the first can name the consent,
 * and only the second Capitec's payer reference.
 */
function sayingWhatWasSent(outcome: Outcome): Outcome {
	if (!('failure' in outcome) || !isOfTheInput(outcome.failure)) return outcome;
	const { description } = explain(outcome.failure);
	const sent =
		"The payment consent was sent as token, and 'Payer Reference' in paymentMethods.capitecPayRecurring. If Stitch refuses the two together, report it.";
	return { failure: { ...outcome.failure, advice: `${description} ${sent}` } };
}

function isOfTheInput(failure: FailureDetails): boolean {
	if (failure.happened !== 'no') return false;
	return failure.kind === 'notOffered' || httpStatusOf(failure) === 400;
}

async function charge(service: Service, input: IDataObject, repeat: RepeatRule): Promise<Outcome> {
	const outcome = await tryMutation(service, {
		query: chargeInitiate,
		variables: { input },
		nonce: input.nonce,
		repeat,
		made: ({ initiateTransaction }) => ({
			externalReference: input.externalReference,
			...asCharge(asFields(initiateTransaction)),
		}),
		rest: async (id) => await readObject(service, charges.one, id),
	});
	return input.paymentMethods === undefined ? outcome : sayingWhatWasSent(outcome);
}
