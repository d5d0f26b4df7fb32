/** An account number as it may be shown: the last two digits only. */
export function maskAccount(accountNumber: string): string {
	return `…${accountNumber.slice(-2)}`;
}
