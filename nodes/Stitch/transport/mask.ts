/** An account number as it may be shown: only the last two digits. */
export function maskAccount(accountNumber: string): string {
	return `…${accountNumber.slice(-2)}`;
}

/**
 * A text as it may be shown: six or more digits may be an account or identity number, even in groups
 * and in any script.
 */
export function maskNumbers(text: string): string {
	return text.replace(/\p{Nd}(?:[ \u00a0]?\p{Nd}){5,}/gu, maskAccount);
}
