/**
 * An account number as the pages of a list show it: its last four digits. One that is too short for
 * that is not shown at all.
 */
export function shownAccount(account: string): string {
	const digits = account.replace(/\D/g, '');
	if (account === '') return '';
	return digits.length < 6 ? '…' : `…${digits.slice(-4)}`;
}
