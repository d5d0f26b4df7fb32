/** Amounts are kept as whole cents, so that sums are exact. */

const amountText = /^\d{1,12}(\.\d{1,2})?$/;

/**
 * Reads an amount in rand (a number, or a text such as `"10.50"`) as cents.
 * Returns undefined when it is not a positive amount with at most two decimals.
 */
export function centsOf(quantity: unknown): number | undefined {
	if (typeof quantity !== 'number' && typeof quantity !== 'string') return undefined;
	const text = String(quantity);
	if (!amountText.test(text)) return undefined;
	const cents = Math.round(Number(text) * 100);
	return cents > 0 ? cents : undefined;
}

/** Cents as GraphQL money: `{ quantity: "10.50", currency: "ZAR" }`. */
export function moneyOf(cents: number): { quantity: string; currency: string } {
	return { quantity: (cents / 100).toFixed(2), currency: 'ZAR' };
}
