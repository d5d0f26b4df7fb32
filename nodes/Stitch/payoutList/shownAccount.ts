import { maskNumbers } from '../transport/wording';

/** How many digits of an account number may be shown. */
const digitsShown = 4;

/**
 * An account number as the pages of a list show it: its last four digits. A number that is too short for
 * that is not shown.
 */
export function shownAccount(account: string): string {
	const digits = account.replace(/\D/g, '');
	if (account === '') return '';
	return digits.length < 6 ? '…' : `…${digits.slice(-digitsShown)}`;
}

/** A text of a list as pages and warnings show it: someone may have written an account number in it. */
export const withNumbersMasked = (text: string): string => maskNumbers(text, digitsShown);
