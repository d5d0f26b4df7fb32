import { randomUUID } from 'node:crypto';
import type { Control } from '../control-client.mts';
import type { Caller } from './caller.mts';
import { createPaymentRequest, createSession, sessionAt } from './orders.mts';

/** Payments that were made, for tests that refund them. */

/** A charge of R100.00 at a terminal, with its session. */
export async function charged(control: Control, caller: Caller, amount = 100) {
	const id = await createSession(caller, { intent: { charge: { amount, currency: 'ZAR' } } });
	await control.finishTerminalSession(id, true);
	const { outcome } = (await caller.get(sessionAt(id))).body;
	return { session: id, charge: (outcome as { charge: { id: string } }).charge.id };
}

/** A body that refunds R10.00 of a charge, once the changes name it. */
export const refundBody = (changes: object) => ({
	amount: 10,
	currency: 'ZAR',
	reason: 'fraud',
	nonce: randomUUID(),
	...changes,
});

/** The id of a payment request of R100.50 that the payer has paid. */
export async function paidOnline(control: Control, caller: Caller): Promise<string> {
	const id = await createPaymentRequest(caller);
	await control.payer('pay', id);
	return id;
}

export const refundMutation = `mutation ($input: ClientRefundInitiateInput!) { clientRefundInitiate(input: $input) {
	refund { id nonce amount reason status { __typename } paymentInitiationRequest { id externalReference } } } }`;

/** The input of a refund of R50.25 of an online payment. */
export const refundInput = (paymentRequestId: string, changes = {}) => ({
	paymentRequestId,
	amount: { quantity: '50.25', currency: 'ZAR' },
	reason: 'requested_by_user',
	nonce: randomUUID(),
	beneficiaryReference: 'Refund 1',
	...changes,
});
