import { centsInFile, isReadable, referenceOf, type ListRow, type Payee } from './listRow';
import { isSoonerThanUsual, paydaysOf } from './payday';
import { groupByPayee } from './payees';
import { accountKey, hasMoved, sumOf, type Payout } from './transfer';

/** The file next to the payouts before it; days are ISO dates. */
export interface FileComparison {
	/** All of them, the newest first. */
	payouts: readonly Payout[];
	payees: readonly Payee[];
	/** Earlier payouts to people who are not in the file, the newest first. */
	others: readonly Payout[];
	today: string;
	/** The last payday; undefined if each payee is compared with its own last payment. */
	day?: string;
	/** Every payday, the newest first. */
	paydays: readonly string[];
	/** The payday on which most references of the file were sent, and how many. */
	reused?: { day: string; count: number };
}

/**
 * Compares a file with earlier payouts, and gives each row its payee.
 * @param payouts the newest first
 * @param today an ISO date, as is `chosen`, the payday that the user has chosen
 */
export async function compare(
	rows: readonly ListRow[],
	payouts: readonly Payout[],
	{ today, chosen }: { today: string; chosen?: string },
): Promise<FileComparison> {
	const { payees, others } = await groupByPayee(rows, payouts);
	const paydaysSoFar = paydaysOf(payees, lastDayOf).all;
	const reused = reusedReferences(rows, payouts, today, paydaysSoFar);
	// A payout of a few days ago under a reference of the file is a payment of this file. An older one is an
	// earlier payment: a sheet can have the rows of earlier months.
	const fileReferences = new Set(rows.map(referenceOf));
	const isBefore = ({ reference, day }: Payout) =>
		!fileReferences.has(reference) || !isSoonerThanUsual(day, today, paydaysSoFar);
	for (const payee of payees) {
		payee.ofFile = payee.payouts.filter((one) => !isBefore(one));
		payee.payouts = payee.payouts.filter(isBefore);
	}
	const { last, all: paydays } = paydaysOf(payees, lastDayOf);
	const isPaidOn = (payee: Payee) =>
		payee.payouts.some((one) => hasMoved(one) && one.day === chosen);
	const day = payees.some(isPaidOn) ? chosen : last;
	for (const payee of payees) addLastTime(payee, day);
	return {
		...{ payouts, payees, paydays, today },
		others: others.filter((one) => hasMoved(one) && isBefore(one)),
		...(day && { day }),
		...(reused && { reused }),
	};
}

/**
 * The payday whose references the file has, if those are more than half of its own. Sent a few days ago,
 * they are this file, which somebody has uploaded again.
 */
function reusedReferences(
	rows: readonly ListRow[],
	payouts: readonly Payout[],
	today: string,
	paydays: readonly string[],
): FileComparison['reused'] {
	const references = new Set(rows.map(referenceOf).filter(Boolean));
	const sentOn = new Map<string, Set<string>>();
	for (const { reference, day } of payouts.filter(hasMoved)) {
		if (references.has(reference)) sentOn.set(day, (sentOn.get(day) ?? new Set()).add(reference));
	}
	const found = [...sentOn].find(([, some]) => some.size * 2 > references.size);
	if (found === undefined || isSoonerThanUsual(found[0], today, paydays)) return undefined;
	return { day: found[0], count: found[1].size };
}

function addLastTime(payee: Payee, payday: string | undefined): void {
	const paid = payee.payouts.filter(hasMoved);
	const day = lastDayOf(payee, payday);
	payee.last = paid.filter((one) => one.day === day);
	payee.since = paid.filter((one) => day === undefined || one.day > day);
	const isUnclear = payee.rows.some((row) => centsInFile(row) === undefined);
	if (isUnclear) payee.cents = Math.max(payee.cents, sumOf(payee.last));
}

/** The day that counts as last time for a payee: the payday, or else its own; undefined if there is none. */
function lastDayOf(payee: Payee, payday?: string): string | undefined {
	const paid = payee.payouts.filter(hasMoved);
	if (paid.some(({ day }) => day === payday)) return payday;
	// A payment to the new account alone, such as a test of R1, does not count as the person's last time.
	const away = paid.find((one) => wentElsewhere(payee, one));
	if (away && paid.every((one) => wentElsewhere(payee, one) || one.day > away.day)) return away.day;
	if (payday !== undefined && paid.every(({ day }) => day > payday)) return undefined;
	return paid[0]?.day;
}

/** Whether a payout to the name of a payee went to a different account. */
export function wentElsewhere({ rows }: Payee, payout: Payout): boolean {
	const own = rows.find(isReadable)?.transfer;
	return own !== undefined && payout.account !== '' && accountKey(own) !== accountKey(payout);
}

/** The newest payout of last time, if all of them went to a different account. */
export function movedFrom(payee: Payee): Payout | undefined {
	return payee.last.every((one) => wentElsewhere(payee, one)) ? payee.last[0] : undefined;
}

/** Whether an account got nothing last time or before; what it got only since may be a test of R1. */
export const isNewAccount = (payee: Payee): boolean =>
	payee.last.length === 0 || movedFrom(payee) !== undefined;
