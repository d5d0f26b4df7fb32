/** An account number as it may be shown: the last two digits only. */
export function maskAccount(accountNumber: string): string {
	return `…${accountNumber.slice(-2)}`;
}

/**
 * A text as it may be shown: six digits or more may be an account or identity number, in groups too
 * and in any script.
 */
export function maskNumbers(text: string): string {
	return text.replace(/\p{Nd}(?:[ \u00a0]?\p{Nd}){5,}/gu, maskAccount);
}
