import { centsOf } from '../money.mts';
import type { Charge } from '../state/charges.mts';
import type { ClientState } from '../state/client.mts';
import type { CapitecTerms, Consent, Frequency } from '../state/consents.mts';
import { firstUnder } from '../state/readings.mts';
import { refuseInOrder } from '../state/refusalOrder.mts';
import type { AccessToken } from '../tokens/store.mts';
import { chargeNode, consentNode } from './recurringNodes.mts';
import { badInput, nonceDuplicate, requireScope } from './refusals.mts';

interface Money {
	quantity: unknown;
	currency: string;
}

interface ConsentInput {
	nonce: string;
	externalReference?: string;
	metadata?: unknown;
	paymentMethods: {
		card?: { enabled: boolean; initialCharge?: FirstChargeInput };
		capitecPay?: {
			enabled: boolean;
			paymentOptions: { variable?: { initial?: Money; max: Money } };
			paymentSchedule: { start?: string; frequency: Frequency };
			paymentDescription?: string;
		};
	};
}

interface FirstChargeInput {
	amount: Money;
	nonce?: string;
	externalReference?: string;
}

interface EndInput {
	consentRequestId: string;
	reason: string;
}

interface ChargeInput {
	token?: string;
	nonce: string;
	amount: Money;
	externalReference?: string;
	metadata?: unknown;
	paymentMethods?: { capitecPayRecurring?: { payerReference: string } };
}

interface RefundInput {
	originalPaymentId: string;
	refundInput: { amount: Money; nonce: string; externalReference?: string };
}

const consentScope = 'client_recurringpaymentconsentrequest';

/** Consents, the charges under them, and refunds of these (public reference). */
export function recurringMutations(client: ClientState, token: AccessToken) {
	return {
		paymentConsentRequestCreate({ input }: { input: ConsentInput }) {
			requireScope(token, consentScope);
			return consentNode(createConsent(client, input), client);
		},
		paymentConsentRequestCancel({ consentRequestId, reason }: EndInput) {
			requireScope(token, consentScope);
			const consent = consentOf(client, consentRequestId, ['pending']);
			client.consents.setStatus(consent, 'cancelled', reason);
			return consentNode(consent, client);
		},
		paymentConsentRequestRevoke({ consentRequestId, reason }: EndInput) {
			requireScope(token, consentScope);
			const consent = consentOf(client, consentRequestId, ['granted', 'paused']);
			client.consents.setStatus(consent, 'revoked', reason);
			return consentNode(consent, client);
		},
		initiateTransaction({ input }: { input: ChargeInput }) {
			requireScope(token, 'transaction_initiate');
			return chargeNode(initiate(client, input), client);
		},
		refundTransactionInitiate({ input }: { input: RefundInput }) {
			requireScope(token, 'client_refund');
			return chargeNode(refund(client, input), client);
		},
	};
}

function createConsent(client: ClientState, input: ConsentInput): Consent {
	const { nonce, externalReference, metadata, paymentMethods } = input;
	const { card, capitecPay } = paymentMethods;
	checkNonce(nonce);
	if (client.consents.byNonce.has(nonce)) throw nonceDuplicate();
	const enabled = [card, capitecPay].filter((method) => method?.enabled);
	if (enabled.length !== 1) throw badInput('paymentMethods: exactly one must be enabled');
	const first = card?.initialCharge;
	return client.consents.create({
		nonce,
		externalReference,
		metadata,
		capitec: capitecPay?.enabled ? termsOf(capitecPay) : undefined,
		initialCharge: first && { ...first, cents: centsIn(first.amount, 'initialCharge.amount') },
	});
}

function termsOf(method: NonNullable<ConsentInput['paymentMethods']['capitecPay']>): CapitecTerms {
	const { paymentOptions, paymentSchedule, paymentDescription } = method;
	const variable = paymentOptions.variable;
	if (!variable) throw badInput('paymentOptions.variable: is needed');
	return {
		maxCents: centsIn(variable.max, 'paymentOptions.variable.max'),
		initialCents: variable.initial && centsIn(variable.initial, 'paymentOptions.variable.initial'),
		start: paymentSchedule.start,
		frequency: paymentSchedule.frequency,
		description: paymentDescription,
	};
}

function consentOf(client: ClientState, id: string, statuses: string[]): Consent {
	const consent = client.consents.byId.get(id);
	if (!consent) throw badInput('consentRequestId: there is no such consent');
	if (!statuses.includes(consent.status)) {
		throw badInput(`consentRequestId: the consent is ${consent.status}`);
	}
	return consent;
}

/** Public documentation: a charge under a consent that is not granted is an error. */
function initiate(client: ClientState, input: ChargeInput): Charge {
	const { token = '', nonce, externalReference, metadata, paymentMethods } = input;
	const cents = centsIn(input.amount, 'amount');
	checkNonce(nonce);
	const consent = client.consents.byId.get(token);
	const payerReference = paymentMethods?.capitecPayRecurring?.payerReference;
	const first = refuseInOrder(client, {
		byNonce: () => usedBy(client, nonce),
		byState() {
			const isCard = client.cards.some(({ id }) => id === token);
			if (!consent && !isCard) throw badInput('token: there is no such consent or card');
			if (consent && consent.status !== 'granted') {
				throw badInput(`token: the consent is ${consent.status}`);
			}
			if (consent?.capitec && !payerReference) {
				throw badInput('paymentMethods.capitecPayRecurring.payerReference: is needed');
			}
		},
	});
	const order = { cents, nonce, externalReference, metadata, consent, payerReference };
	return first ?? client.charges.create(order);
}

function refund(client: ClientState, { originalPaymentId, refundInput }: RefundInput): Charge {
	const { nonce, externalReference } = refundInput;
	const cents = centsIn(refundInput.amount, 'amount');
	checkNonce(nonce);
	const original = client.charges.byId.get(originalPaymentId);
	if (!original) throw badInput('originalPaymentId: there is no such payment');
	const first = refuseInOrder(client, {
		byNonce: () => usedBy(client, nonce),
		byState() {
			if (original.state !== 'success' || original.original) {
				throw badInput('originalPaymentId: the payment cannot be refunded');
			}
			if (cents > original.cents - original.refundedCents) {
				throw badInput('amount.quantity: more than what is left of the payment');
			}
		},
	});
	return first ?? client.charges.refund(original, { cents, nonce, externalReference });
}

function usedBy(client: ClientState, nonce: string): Charge | undefined {
	const first = client.charges.isUsed(nonce) ? client.charges.byNonce.get(nonce) : undefined;
	return firstUnder(client, first, nonceDuplicate);
}

function checkNonce(nonce: string): void {
	if (nonce === '' || nonce.length > 4096) throw badInput('nonce: must have 1 to 4096 characters');
}

function centsIn({ quantity, currency }: Money, name: string): number {
	const cents = centsOf(quantity);
	if (cents === undefined) throw badInput(`${name}.quantity: must be a positive amount`);
	if (currency !== 'ZAR') throw badInput(`${name}.currency: must be ZAR`);
	return cents;
}
