import { randomUUID } from 'node:crypto';
import type { RunningSimulator } from '../start.mts';
import type { Caller } from './caller.mts';
import { asker } from './graphql-caller.mts';
import { rand } from './orders.mts';

/** Consents and charges, as a caller makes them. */

export const consentMutation = `mutation ($input: CreatePaymentConsentRequestInput!) {
	paymentConsentRequestCreate(input: $input) { id } }`;
export const chargeMutation = `mutation ($input: TransactionInitiateInput!) {
	initiateTransaction(input: $input) { id state { __typename } } }`;
export const chargeRefundMutation = `mutation ($input: RefundTransactionInitiateInput!) {
	refundTransactionInitiate(input: $input) { id } }`;

export const cardConsent = () => ({
	nonce: randomUUID(),
	externalReference: 'subscription-204',
	paymentMethods: { card: { enabled: true } },
});

export const capitecConsent = () => ({
	nonce: randomUUID(),
	paymentMethods: {
		capitecPay: {
			enabled: true,
			paymentOptions: { variable: { max: rand('150.00') } },
			paymentSchedule: { frequency: 'WEEKLY' },
			paymentDescription: 'Gym',
		},
	},
});

/** A charge under a consent. */
export const chargeInput = (token: string, quantity = '99.00') => ({
	token,
	nonce: randomUUID(),
	amount: rand(quantity),
});

/** A refund of a charge. */
export const chargeRefundInput = (originalPaymentId: string, quantity = '10.00') => ({
	originalPaymentId,
	refundInput: { amount: rand(quantity), nonce: randomUUID(), reason: 'fraudulent' },
});

/** Runs the documents above as a caller, each with its input; `id` is that of what was made. */
export function recurringCalls(simulator: () => RunningSimulator) {
	const ask = asker(simulator);
	const run = (document: string) => async (caller: Caller, input: object) => {
		const answer = await ask(caller, document, { input });
		const data = (answer.body.data ?? {}) as Record<string, { id: string } | null>;
		return { answer, id: Object.values(data)[0]?.id ?? '' };
	};
	const consent = run(consentMutation);
	return {
		consent,
		charge: run(chargeMutation),
		refund: run(chargeRefundMutation),
		/** The id of a consent that the payer has granted. */
		async granted(caller: Caller, input: object = cardConsent()): Promise<string> {
			const { id } = await consent(caller, input);
			await simulator().control.consent('grant', id);
			await simulator().control.advance(5000);
			return id;
		},
	};
}
