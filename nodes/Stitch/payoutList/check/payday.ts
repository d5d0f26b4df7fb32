import { daysBetween } from './days';
import type { Payee } from './listRow';
import { hasMoved } from './transfer';

/** The days on which the people of a file are paid together. */
interface Paydays {
	/** The last one, as an ISO date; undefined if the people have none in common. */
	last?: string;
	/** Those on which most of them were paid, the newest first. */
	all: readonly string[];
}

/**
 * Finds the last payday by two votes. First, each payee's newest day with exactly the sum that it gets
 * now: salaries repeat, and a travel claim since then does not. If more than half have no such day in
 * common, each payee's own last day.
 * @param ownLastDay of a payee that was paid before
 */
export function paydaysOf(
	payees: readonly Payee[],
	ownLastDay: (payee: Payee) => string | undefined,
): Paydays {
	const known = payees
		.map((payee) => ({ payee, days: sumsByDay(payee) }))
		.filter(({ days }) => days.size > 0);
	const sameSumDays = known.map(
		({ payee, days }) => [...days].find(([, sum]) => sum === payee.cents)?.[0],
	);
	const ownDays = known.map(({ payee }) => ownLastDay(payee));
	const last = daysOfMost(sameSumDays.map(dayOrNone))[0] ?? daysOfMost(ownDays.map(dayOrNone))[0];
	return { ...(last && { last }), all: daysOfMost(known.map(({ days }) => [...days.keys()])) };
}

const dayOrNone = (day: string | undefined): string[] => (day === undefined ? [] : [day]);

/** What a payee got on each day, the newest first. */
function sumsByDay({ payouts }: Payee): Map<string, number> {
	const sums = new Map<string, number>();
	for (const { day, cents } of payouts.filter(hasMoved)) {
		sums.set(day, (sums.get(day) ?? 0) + cents);
	}
	return sums;
}

/** The days that more than half of the payees have, the newest first. */
function daysOfMost(ofPayees: ReadonlyArray<readonly string[]>): string[] {
	const counts = new Map<string, number>();
	for (const day of ofPayees.flat()) counts.set(day, (counts.get(day) ?? 0) + 1);
	return [...counts]
		.filter(([, count]) => count * 2 > ofPayees.length)
		.map(([day]) => day)
		.toSorted()
		.toReversed();
}

/** Wages are paid once a week or less often, and a holiday moves a payday by a day. */
const leastDays = 6;

/**
 * Whether a payday is so near that today's list may be its list once more: less than half of every known
 * time between two paydays has passed. If only one payday is known, less than six days.
 */
export function isSoonerThanUsual(day: string, today: string, paydays: readonly string[]): boolean {
	const days = daysBetween(day, today);
	const between = timesBetween(paydays);
	return between.length === 0 ? days < leastDays : between.every((one) => days * 2 < one);
}

/** In days; paydays are in order, the newest first. */
export const timesBetween = (paydays: readonly string[]): number[] =>
	paydays.slice(1).map((before, at) => daysBetween(before, paydays[at] ?? before));
