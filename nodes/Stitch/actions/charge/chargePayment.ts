import type { IDataObject } from 'n8n-workflow';

import { amountFound, idFound } from '../../idempotency/comparison';
import { attemptMutation } from '../../idempotency/mutation';
import type { PaymentKind } from '../../idempotency/payment';
import { meaningOf } from '../../run/lifecycle';
import { currency, inRand, moneyInput } from '../../schemas/money';
import type { FailureDetails } from '../../transport/failure';
import { asFields } from '../../transport/json';
import type { Outcome, Service } from '../../transport/service';
import { rawMetadata } from '../fields/metadata';
import { chargeSchema, tokenLabels, type Charge, type ChargeWith } from './charge.schema';
import { chargeInitiate } from './chargeInitiate.graphql';
import { asCharge, chargeKind, charges, chargeUnder } from './charges';
import { chargeableConsent } from './chargeableConsent';

/** A charge of a payment consent or of a stored card (public reference: `initiateTransaction`). */
export const chargePayment = (what: ChargeWith): PaymentKind<Charge> => ({
	kind: chargeKind,

	read(parameters) {
		const { merchantId, beneficiaryAccountId, ...more } = parameters.collection('additionalFields');
		return {
			raw: {
				token: parameters.get(what === 'card' ? 'cardId' : 'paymentConsentId'),
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
		...given(rest),
		amount: moneyInput(amount),
		...(payerReference !== undefined && {
			paymentMethods: { capitecPayRecurring: { payerReference } },
		}),
	}),

	identity: ({ token, amount, externalReference }) => ({
		token,
		currency,
		amount: inRand(amount),
		externalReference,
	}),

	request: (input) => async (service) =>
		what === 'card' ? await charge(service, input) : await chargeConsent(service, input),

	find: chargeUnder,
	mayBeUnlisted: true,

	compare: ({ amount, token }, found) => [
		{
			label: 'Amount',
			asked: inRand(amount),
			found: amountFound(asFields(found.amount).quantity),
		},
		{
			label: tokenLabels[what],
			asked: token,
			// Stitch does not tell which card was charged.
			found: what === 'card' ? undefined : idFound(found.paymentConsentId),
		},
	],

	hasFailed: (found) => meaningOf(found, charges) === 'failed',
	lookUpAdvice: 'Look for the external reference or the nonce in the Stitch dashboard.',
});

/** Charges a payment consent, if it is granted. */
async function chargeConsent(service: Service, input: IDataObject): Promise<Outcome> {
	const consent = await chargeableConsent(service, String(input.token), input.paymentMethods);
	if (!('refusal' in consent)) {
		const { paymentMethods, ...rest } = input;
		return await charge(service, consent.byCard ? rest : { ...rest, paymentMethods });
	}
	// A consent may have been revoked after this very charge was made.
	const earlier = await chargeUnder(service, String(input.nonce)).catch(() => undefined);
	return { failure: earlier === undefined ? consent.refusal : madeBefore };
}

async function charge(service: Service, input: IDataObject): Promise<Outcome> {
	const outcome = await attemptMutation(service, {
		query: chargeInitiate,
		variables: { input },
		// Because of the nonce, a second request is the same charge.
		repeat: 'always',
		made: ({ initiateTransaction }) => asCharge(asFields(initiateTransaction)),
	});
	if ('failure' in outcome || isAsked(outcome.answer.body, input)) return outcome;
	return { failure: madeBefore };
}

/** Whether the charge that came back is the one that was asked for, and not an earlier one. */
function isAsked({ amount }: IDataObject, input: IDataObject): boolean {
	const [asked, made] = [input.amount, amount].map((one) => amountFound(asFields(one).quantity));
	return made === undefined || made === asked;
}

const madeBefore: FailureDetails = {
	kind: 'graphql',
	code: 'NONCE_DUPLICATE',
	detail: 'A charge was made under this nonce before.',
};

function given(values: object): IDataObject {
	return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
