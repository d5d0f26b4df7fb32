import { randomUUID } from 'node:crypto';

/** One payout, with columns as a spreadsheet would have them. */
export interface PayoutRow extends Record<string, unknown> {
	amount: string;
	reference: string;
	name: string;
	bank: string;
	account: string;
}

/** @returns so many different payouts, of the same amount, to so many accounts in turn */
export function payoutRows(count: number, accounts = 1): PayoutRow[] {
	const run = randomUUID();
	return Array.from({ length: count }, (_, index) => ({
		amount: '150.00',
		reference: `${run}-${index}`,
		name: `Payee ${index % accounts}`,
		bank: 'absa',
		account: String(1_234_500_000 + (index % accounts)),
	}));
}

/** The same request as our node sends, as an expression of n8n for the HTTP Request node. */
export const bodyExpression = `={{ JSON.stringify({
	amount: { currency: 'ZAR', quantity: $json.amount },
	externalReference: $json.reference,
	beneficiaryReference: 'Invoice',
	beneficiary: { name: $json.name, accountNumber: $json.account, bank: $json.bank },
	nonce: $json.reference,
}) }}`;

/** The same again as text. */
export function bodyOf({ amount, reference, name, account, bank }: PayoutRow): string {
	return JSON.stringify({
		amount: { currency: 'ZAR', quantity: amount },
		externalReference: reference,
		beneficiaryReference: 'Invoice',
		beneficiary: { name, accountNumber: account, bank },
		nonce: reference,
	});
}
