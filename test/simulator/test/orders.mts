import { randomUUID } from 'node:crypto';

/** A disbursement body that is in order, with the given changes. */
export function disbursementBody(changes: Record<string, unknown> = {}): Record<string, unknown> {
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

export const rand = (quantity: number | string) => ({ currency: 'ZAR', quantity });

export const beneficiary = { name: 'A Merchant', bank: 'fnb', accountNumber: '1234567890' };

/** A payment request body that is in order, expiring a day after `now`. */
export function paymentRequestBody(changes: Record<string, unknown> = {}): Record<string, unknown> {
	return {
		amount: { currency: 'ZAR', quantity: 100.5 },
		externalReference: 'order-1',
		expireAt: new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString(),
		paymentMethods: {
			eft: { payerReference: 'Order 1', beneficiaryReference: 'Order 1', beneficiary },
		},
		...changes,
	};
}

/** A terminal session body that charges R100.00. */
export function sessionBody(changes: Record<string, unknown> = {}): Record<string, unknown> {
	return {
		intent: { charge: { amount: 100, currency: 'ZAR' } },
		terminal: 'terminal-1',
		nonce: randomUUID(),
		...changes,
	};
}
