import type { FileComparison } from './comparison';
import { daysAgoInWords, daysBetween } from './days';
import { holdBack, rowsToPay, type ListRow } from './listRow';
import { isSoonerThanUsual } from './payday';
import { sumOf } from './transfer';

/** Payments that come sooner than usual, and pay what their payees got last time. */
export interface Repeats {
	/** How many payments repeat the last one to their payee, and of how many. */
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
	if (comparison === undefined) return undefined;
	const { today, paydays } = comparison;
	const toPay = rowsToPay(rows);
	const days = toPay
		.flatMap(({ payee }) => payee ?? [])
		.filter(({ cents, last }) => cents === sumOf(last))
		.flatMap(({ last }) => last[0]?.day ?? [])
		.filter((day) => isSoonerThanUsual(day, today, paydays));
	const [first] = days.toSorted();
	if (first === undefined) return undefined;
	const ago = daysAgoInWords(daysBetween(first, today));
	const when = new Set(days).size === 1 ? `of ${ago}` : `since ${ago}`;
	const are = days.length === 1 ? 'is exactly that' : 'are exactly those';
	const inWords = `${days.length} of ${toPay.length} payments ${are} ${when}`;
	return { same: days.length, of: toPay.length, inWords };
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
