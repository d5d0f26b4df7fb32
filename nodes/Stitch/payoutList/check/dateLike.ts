import { centsOf, formatRand, randOf } from '../../schemas/money';
import type { PaidRow } from './paidRow';

/** Whole numbers of rand that are days of the years 1950 to 2099 to a spreadsheet. */
const dates = { first: 18_264, last: 73_050 };

/** One amount is far from another if it is at least this many times as large. */
const far = 10;

/**
 * Finds the amounts that a spreadsheet may have made from a typed 10.50: it stores the date 1 October
 * 1950 as the number 18537. Salaries are as large, so only a few amounts that are far from all others
 * count.
 * @param all every row that could be read: in a second run, only the wrong one may be left to pay
 */
export function dateLikeRows(all: readonly PaidRow[]): ReadonlySet<number> {
	const suspects = all.filter((one) => one.isAmountKeptAsNumber && isDateLike(one.cents));
	const others = all.filter((one) => !isDateLike(one.cents)).map(({ cents }) => cents);
	if (suspects.length === 0 || suspects.length >= others.length) return new Set();
	// Most lists have none of these, and then nothing is compared.
	const nearest = others.filter(
		(cents) => cents * far > centsOf(dates.first) && cents < centsOf(dates.last) * far,
	);
	const isFar = ({ cents }: PaidRow) =>
		nearest.every((other) => cents >= other * far || other >= cents * far);
	return new Set(suspects.filter(isFar).map(({ row }) => row));
}

export function dateLikeWarning({ cents }: PaidRow): string {
	return `${formatRand(cents)} could be a date: a spreadsheet can turn a typed 10.50 into one. Format the column as a number, and type the amount again.`;
}

function isDateLike(cents: number): boolean {
	const rand = randOf(cents);
	return Number.isInteger(rand) && rand >= dates.first && rand <= dates.last;
}
