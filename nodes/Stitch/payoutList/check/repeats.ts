import type { FileComparison } from './comparison';
import { daysAgoInWords, daysBetween } from './days';
import { holdBack, rowsToPay, type ListRow } from './listRow';
import { sumOf } from './transfer';

/** A list that comes sooner than usual, and pays what was paid last time. */
export interface Repeats {
	/** How many payments are exactly those of last time, and of how many. */
	same: number;
	of: number;
	/** Such as `20 of 20 payments are exactly those of 8 days ago`. */
	inWords: string;
}

/** @returns undefined if the list does not come sooner than usual, or does not repeat last time */
export function repeatsOf(
	rows: readonly ListRow[],
	comparison: FileComparison | undefined,
): Repeats | undefined {
	if (!comparison?.isSooner || comparison.day === undefined) return undefined;
	const { day, today } = comparison;
	const toPay = rowsToPay(rows);
	const same = toPay.filter(
		({ payee }) => payee?.last[0]?.day === day && payee.cents === sumOf(payee.last),
	).length;
	if (same === 0) return undefined;
	const when = daysAgoInWords(daysBetween(day, today));
	const inWords = `${same} of ${toPay.length} payments are exactly those of ${when}`;
	return { same, of: toPay.length, inWords };
}

/**
 * Keeps back a list that mostly repeats the last payday: under different references, such as those of a
 * different period or kind, everybody would be paid again.
 * @returns why nobody would be paid; empty if it is no such list
 */
export function blockRepeated(rows: readonly ListRow[], repeats: Repeats | undefined): string {
	if (repeats === undefined || repeats.same * 2 <= repeats.of) return '';
	return holdBack(
		rows,
		`Nobody would be paid: ${repeats.inWords}. If they are to be paid once more, check the list again with 'Another Payment of the Same Kind'.`,
	);
}
