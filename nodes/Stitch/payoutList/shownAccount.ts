import { bankName } from '../schemas/bank';
import { maskNumbers } from '../transport/wording';

/** How many digits of an account number may be shown. */
const digitsShown = 4;

/**
 * An account number as the pages of a list show it: its last four digits. A number that is too short for
 * that is not shown.
 */
export function shownAccount(account: string): string {
	const digits = account.replace(/\D/g, '');
	// Check has shortened the accounts of payees who are not in the file.
	if (account === '' || account.startsWith('…')) return account;
	return digits.length < 6 ? '…' : `…${digits.slice(-digitsShown)}`;
}

/** An account as people know it, such as `FNB …4417`; only its bank if Stitch does not show the number. */
export const accountName = ({ bank, account }: { bank: string; account: string }): string =>
	`${bankName(bank)} ${shownAccount(account)}`.trim();

/** A text of a list as pages and warnings show it: someone may have written an account number in it. */
export const withNumbersMasked = (text: string): string => maskNumbers(text, digitsShown);
