/** An account number as it may be shown: the last two digits only. */
export function maskAccount(accountNumber: string): string {
	return `…${accountNumber.slice(-2)}`;
}

/** A text as it may be shown: six digits or more in a row may be an account or identity number. */
export function maskNumbers(text: string): string {
	return text.replace(/\d{6,}/g, maskAccount);
}
