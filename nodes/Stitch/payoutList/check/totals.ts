import { grouped } from '../grouped';
import type { FileComparison } from './comparison';
import { daysBetween } from './days';
import type { ListRow } from './listRow';
import { timesBetween } from './payday';
import { hasMoved, sumOf, type Payout } from './transfer';

/** How many payees or payments, and what they get, in cents. */
export interface Sum {
	count: number;
	cents: number;
}

/** From last time to the file, by payee: `last + more + less + first − left` is the file. */
export interface PaydayTotals {
	/** ISO date. */
	today: string;
	/** ISO date; undefined if there is no payday. */
	day?: string;
	daysAgo?: number;
	/** Days from the payday before that to `day`. */
	daysBefore?: number;
	/** How many payees of the file were paid before. */
	known: number;
	/** What the payees of the file and those who are not in it got. */
	last: Sum;
	more: Sum;
	less: Sum;
	first: Sum;
	/** People who were paid, and are not in the file. */
	left: Sum;
	since: Sum;
	/** The two paydays before, the newest first. */
	earlier: ReadonlyArray<Sum & { day: string }>;
	/** Who is not in the file; empty if they may belong to a different list. */
	missing: readonly Payout[];
}

/**
 * The sums of a comparison.
 * @returns undefined if no earlier payout is known
 */
export function totalsOf(comparison: FileComparison): PaydayTotals | undefined {
	const { payees, paydays, today } = comparison;
	const before = payees.filter(({ last }) => last.length > 0);
	// A list that was sent in part is the right one, whoever else was paid.
	const isSent = payees.some(({ rows }) => rows.some(wasSent));
	const day = before.length > 0 || isSent ? comparison.day : busiestDay(comparison.others);
	if (before.length === 0 && day === undefined) return undefined;
	const left = leftOf(comparison, day);
	const changes = before.map(({ cents, last }) => cents - sumOf(last));
	const paidThen = [...before.map(({ last }) => last), ...left.people].map(sumOf);
	const at = paydays.indexOf(day ?? '');
	return {
		today,
		...(day && { day, daysAgo: daysBetween(day, today) }),
		...(at >= 0 && { daysBefore: timesBetween(paydays)[at] }),
		known: before.length,
		last: counted(paidThen),
		more: counted(changes.filter((cents) => cents > 0)),
		less: counted(changes.filter((cents) => cents < 0)),
		first: counted(payees.filter(({ last }) => last.length === 0).map(({ cents }) => cents)),
		left: counted(left.people.map(sumOf)),
		since: counted(payees.flatMap(({ since }) => since.map(({ cents }) => cents))),
		earlier: paydays
			.filter((one) => day !== undefined && one < day)
			.slice(0, mostEarlier)
			.map((one) => ({ day: one, ...paidOn(one, comparison) })),
		missing: left.areOfList && left.people.length < payees.length ? left.people.flat() : [],
	};
}

const mostEarlier = 2;

const wasSent = ({ atStitch }: ListRow): boolean => atStitch !== undefined && hasMoved(atStitch);

const counted = (cents: readonly number[]): Sum => ({
	count: cents.length,
	cents: cents.reduce((sum, one) => sum + one, 0),
});

/** People who are not in the file, each with what they got. */
interface Strangers {
	people: Payout[][];
	/** Whether they are of the same list: most of its payments share the words of a statement reference. */
	areOfList: boolean;
}

/** Who else was paid with the people of the file. A list can be paid on several days. */
function leftOf({ payees, others, paydays }: FileComparison, day: string | undefined): Strangers {
	if (day === undefined) return { people: [], areOfList: false };
	const before = paydays.find((one) => one < day);
	const paydayPayouts = payees
		.flatMap(({ last }) => last)
		.filter((one) => before === undefined || one.day > before);
	return strangersOn([day, ...paydayPayouts.map((one) => one.day)], paydayPayouts, others);
}

/**
 * @param inFile what people of the file got on these days
 * @param others what everyone else got, the newest first
 */
function strangersOn(
	days: readonly string[],
	inFile: readonly Payout[],
	others: readonly Payout[],
): Strangers {
	const isMeant = new Set(days);
	const words = sharedWords(inFile);
	const found = others.filter(
		(one) => isMeant.has(one.day) && (words === undefined || wordsOf(one) === words),
	);
	const people = [...grouped(found, ({ account, who }) => account || who).values()];
	return {
		// Of several days, the newest counts.
		people: people.map((some) => some.filter((one) => one.day === some[0]?.day)),
		areOfList: words !== undefined,
	};
}

/** What people of the file got on a day, and those who were paid with them. */
function paidOn(day: string, { payees, others }: FileComparison): Sum {
	const inFile = payees
		.map(({ payouts }) => payouts.filter((one) => hasMoved(one) && one.day === day))
		.filter((some) => some.length > 0);
	const { people } = strangersOn([day], inFile.flat(), others);
	return counted([...inFile, ...people].map(sumOf));
}

/** The words that most statement references of a list share; undefined if they share none. */
function sharedWords(payouts: readonly Payout[]): string | undefined {
	const found = [...grouped(payouts, wordsOf)].find(([, some]) => some.length * 2 > payouts.length);
	return found?.[0] || undefined;
}

/** A statement reference without what tells payees apart: `salary nov` of `SALARY NOV E001`. */
function wordsOf({ statement }: Payout): string {
	const words = statement.toLowerCase().split(/\s+/);
	return words.filter((word) => !/\d/.test(word)).join(' ');
}

function busiestDay(payouts: readonly Payout[]): string | undefined {
	const days = [...grouped(payouts, ({ day }) => day)];
	return days.toSorted(([, one], [, other]) => other.length - one.length)[0]?.[0];
}
