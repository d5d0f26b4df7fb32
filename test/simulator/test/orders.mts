import { randomUUID } from 'node:crypto';
import type { Caller } from './caller.mts';

/** A disbursement body that is in order, with the given changes. */
export function disbursementBody(changes: object = {}): Record<string, unknown> {
	return {
		amount: { currency: 'ZAR', quantity: '100.00' },
		nonce: randomUUID(),
		externalReference: 'payout-1',
		beneficiaryReference: 'Salary',
		beneficiary: { name: 'A Beneficiary', accountNumber: '1234567890', bank: 'fnb' },
		type: 'default',
		...changes,
	};
}

const beneficiary = { name: 'A Merchant', bank: 'fnb', accountNumber: '1234567890' };

/** A payment request body that is in order, expiring long after any test. */
function paymentRequestBody(changes: object = {}): Record<string, unknown> {
	return {
		amount: { currency: 'ZAR', quantity: 100.5 },
		externalReference: 'order-1',
		expireAt: '2099-01-01T00:00:00.000Z',
		paymentMethods: {
			eft: { payerReference: 'Order 1', beneficiaryReference: 'Order 1', beneficiary },
		},
		...changes,
	};
}

/** Creates a payment request, in order but for the given changes. @returns its ID */
export async function createPaymentRequest(caller: Caller, changes: object = {}): Promise<string> {
	const answer = await caller.post('/payment-requests', paymentRequestBody(changes));
	expect(answer.status).toBe(201);
	return String(answer.body.id);
}
