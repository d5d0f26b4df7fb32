import { randomUUID } from 'node:crypto';
import type { Control } from '../controlClient.mts';
import type { Caller } from './caller.mts';
import { createPaymentRequest } from './orders.mts';

/** Payments that were made, for tests that refund them. */

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
