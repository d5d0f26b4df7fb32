/** Amounts that fail according to spec 4.7, in cents. */
const failing = [40_000, 40_100, 40_200];

/** A payout below this is paid, in cents (spec 4.7). */
const paidBelow = 40_000;

/**
 * A payout of this amount waits for money and is then paid; a larger one waits and fails, in cents (spec
 * 4.7).
 */
const waiting = 40_400;

/**
 * A sentence about what a test client does with a payout instead of paying it (spec 4.7).
 * @returns undefined where it pays it after about two minutes
 */
export function byTestClient({
	cents,
	account,
}: {
	cents: number;
	account: string;
}): string | undefined {
	if (cents > waiting) {
		return 'A test client does not pay more than R404: this payment waits for money and then fails.';
	}
	if (cents === waiting) {
		return 'With a test client, R404.00 waits for money, and is paid after about 3 minutes.';
	}
	if (failing.includes(cents)) {
		return 'With a test client, this amount always fails: it is there to try out a payment that fails.';
	}
	if (cents >= paidBelow) {
		return 'A test client pays amounts below R400: this payment may fail.';
	}
	return account.endsWith('0')
		? undefined
		: 'A test client pays account numbers that end in 0: this payment may fail.';
}
