import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod/v4';

import { comparedAmount, idFound } from '../../idempotency/comparison';
import { tryMutation } from '../../idempotency/mutation';
import type { PaymentKind } from '../../idempotency/payment';
import { meaningOf } from '../../run/resource';
import { choiceField, optionalText, text } from '../../schemas/field';
import { inRand, moneyInput, paymentAmount } from '../../schemas/money';
import { optionalVisibleText } from '../../schemas/visibleText';
import { httpStatusOf, type FailureDetails } from '../../transport/failure';
import { asFields, withoutUndefined } from '../../transport/json';
import { explain } from '../../transport/messages';
import { readObject } from '../../transport/object';
import type { RepeatRule } from '../../transport/retry';
import type { Outcome, Service } from '../../transport/service';
import { metadata, rawMetadata } from '../fields/metadata';
import { chargeInitiate } from './charge.graphql';
import { chargeableCard, chargeableConsent } from './chargeable';
import { chargeKind, charges } from './charges';
import {
	asCharge,
	chargeOrRefund,
	chargesWith,
	chargesWithReference,
	chargeUnder,
	isCharge,
} from './transactions';

/** What is charged. */
export const chargeWith = choiceField({
	displayName: 'Charge With',
	name: 'chargeWith',
	type: 'options',
	options: [
		{
			name: 'Payment Consent',
			value: 'paymentConsent',
			description: 'What a payer has agreed to, with Payment Consent → Create',
		},
		{
			name: 'Stored Card',
			value: 'card',
			description: 'A card that a payer has stored while paying',
		},
	],
	default: 'paymentConsent',
	description: 'What is charged',
});

type ChargeWith = z.output<typeof chargeWith.rule>;

/** With these, a charge has failed because the payer may have paid already: only a person can find out. */
const mayBePaid: unknown[] = [
	'capitecDuplicatePayment',
	'capitecPaymentAlreadyPaidForSelectedInterval',
];

/** The field with the ID of what is charged, and what is looked at before. */
const ways = {
	card: { label: 'Card ID', field: 'cardId', ready: chargeableCard },
	paymentConsent: {
		label: 'Payment Consent ID',
		field: 'paymentConsentId',
		ready: chargeableConsent,
	},
} satisfies Record<ChargeWith, object>;

/** A charge (public reference: `TransactionInitiateInput`) without the nonce. */
const chargeSchema = (what: ChargeWith) =>
	z.object({
		token: text(ways[what].label),
		amount: paymentAmount('Amount'),
		externalReference: optionalVisibleText('External Reference', { max: 4096 }),
		payerReference: optionalVisibleText('Payer Reference'),
		merchantId: optionalText('Merchant ID'),
		beneficiaryAccountId: optionalText('Beneficiary Account ID'),
		metadata: metadata({ nested: 'asIs' }),
	});

type Charge = z.output<ReturnType<typeof chargeSchema>>;

/**
 * A charge of a payment consent or of a stored card (public reference: `initiateTransaction`). Two equal
 * ones of one payer may both be due, so its content does not identify it.
 */
export const chargePayment = (what: ChargeWith): PaymentKind<Charge> => ({
	kind: chargeKind,

	read(parameters) {
		const { merchantId, beneficiaryAccountId, ...more } = parameters.collection('additionalFields');
		return {
			raw: {
				token: parameters.get(ways[what].field),
				amount: parameters.get('amount'),
				externalReference: parameters.get('externalReference'),
				payerReference: what === 'card' ? undefined : parameters.get('payerReference'),
				merchantId,
				beneficiaryAccountId,
				metadata: rawMetadata(more),
			},
			schema: chargeSchema(what),
		};
	},

	// Minimum form for cards: token, nonce and amount.
	body: ({ amount, payerReference, ...rest }) => ({
		...withoutUndefined(rest),
		amount: moneyInput(amount),
		...(payerReference !== undefined && {
			paymentMethods: { capitecPayRecurring: { payerReference } },
		}),
	}),

	preview: ({ token, payerReference }, body) => ({
		...body,
		[ways[what].field]: token,
		...withoutUndefined({ payerReference }),
	}),

	ready: ways[what].ready,

	send: charge,

	find: chargeUnder,
	listUnder: async (service, nonces) => await chargesWith(service, 'nonce', nonces),
	listWith: chargesWithReference,

	compare: ({ amount, token }, found) => [
		{ label: 'Resource', asked: 'a charge', found: chargeOrRefund(found) },
		comparedAmount(inRand(amount), asFields(found.amount).quantity),
		{
			label: ways[what].label,
			asked: token,
			// Stitch does not say which card was charged.
			found: what === 'card' ? undefined : idFound(found.paymentConsentId),
		},
	],

	// A refund that has failed leaves the nonce to a refund.
	hasFailed: (found) =>
		isCharge(found) &&
		meaningOf(found, charges) === 'failed' &&
		!mayBePaid.includes(found.statusReason),
	lookUpAdvice: 'Search the Stitch dashboard for the external reference or the nonce.',
});

/**
 * A refusal of a charge at Capitec names what was sent. The reference says that exactly one of `token`
 * and `paymentMethods` is given, but the consent can only be named by the first, and Capitec's payer
 * reference by the second.
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
