import { formatRand } from '../../schemas/money';
import { grouped } from '../grouped';
import { withNumbersMasked } from '../shownAccount';
import { daysIn } from './days';
import type { RecentPayout } from './knownAtStitch';
import { accountKey, type PaidRow } from './paidRow';
import { nameKey } from './spelling';

/** The differences from the last list of the same people. */
export interface Changes {
	/** The day of that list, as an ISO date. */
	since: string;
	/** Whole sentences; none if nothing is different. */
	texts: string[];
}

/** A list counts as a list of the same people if at least this part of them was paid on one day. */
const leastShared = 0.5;

/** If several days qualify, the newest one counts that has nearly as many of them as the best. */
const nearlyAsMany = 0.8;

/** An amount counts as changed if it differs by more than this part of the earlier one. */
const leastChange = 0.3;

/** More payees are counted. */
const mostNames = 10;

/** Everything that one payee gets in a list. */
interface Payee {
	name: string;
	nameKey: string;
	account: string;
	/** The first of its rows in this list. */
	row?: number;
	cents: number;
}

/**
 * Compares a list with the last one of the same people. Stitch knows no lists: the last list is
 * everything that was paid on the day on which most of the payees were paid.
 * @param all every row that could be read, also those that are not paid again
 * @param recent earlier payouts, the newest one first
 * @returns undefined where no earlier list is found
 */
export function changesOf(
	all: readonly PaidRow[],
	recent: readonly RecentPayout[],
	timezone: string,
): Changes | undefined {
	const payees = payeesOf(all);
	const own = new Set(all.map(({ reference }) => reference));
	const others = recent.filter((one) => one.account !== '' && !own.has(one.externalReference));
	const dayOf = daysIn(timezone);
	const last = lastList(
		payees,
		grouped(others, ({ createdAt }) => dayOf(createdAt).iso),
	);
	if (last === undefined) return undefined;
	const [since, payouts] = last;
	return { since, texts: differences(payees, payeesOf(payouts)) };
}

/** The payees of a list, by account. */
function payeesOf(list: ReadonlyArray<PaidRow | RecentPayout>): Payee[] {
	return [...grouped(list, accountKey)].flatMap(([account, payments]) => {
		const [first] = payments;
		if (first === undefined) return [];
		const cents = payments.reduce((sum, one) => sum + one.cents, 0);
		const { name } = first;
		return [
			{ name, nameKey: nameKey(name), account, cents, ...('row' in first && { row: first.row }) },
		];
	});
}

/** Finds a payee by the account, or by the name if the account is different. */
function finder(payees: readonly Payee[]) {
	const byAccount = new Map(payees.map((one) => [one.account, one]));
	const byName = new Map(payees.map((one) => [one.nameKey, one]));
	return (wanted: Payee) => byAccount.get(wanted.account) ?? byName.get(wanted.nameKey);
}

/** @param days payouts by their day, the newest day first */
function lastList(
	payees: readonly Payee[],
	days: ReadonlyMap<string, RecentPayout[]>,
): [day: string, payouts: RecentPayout[]] | undefined {
	const counted = [...days].map(([day, payouts]) => {
		const found = finder(payeesOf(payouts));
		return { day, payouts, shared: payees.filter((one) => found(one) !== undefined).length };
	});
	const most = counted.reduce((least, { shared }) => Math.max(least, shared), 0);
	if (most < 2 || most < payees.length * leastShared) return undefined;
	const last = counted.find(({ shared }) => shared >= most * nearlyAsMany);
	return last && [last.day, ofOneList(payees, last.payouts)];
}

/** Two lists of one day are told apart by their statement reference, if most of these payees share one. */
function ofOneList(payees: readonly Payee[], payouts: readonly RecentPayout[]): RecentPayout[] {
	const accounts = new Set(payees.map(({ account }) => account));
	const shared = payouts.filter((one) => accounts.has(accountKey(one)));
	const byReference = grouped(shared, ({ beneficiaryReference }) => beneficiaryReference);
	const common = [...byReference].find(([, some]) => some.length * 2 > shared.length)?.[0];
	return payouts.filter((one) => common === undefined || one.beneficiaryReference === common);
}

function differences(payees: readonly Payee[], before: readonly Payee[]): string[] {
	const [inList, inLast] = [finder(payees), finder(before)];
	const pairs = payees.flatMap((now) => {
		const then = inLast(now);
		return then === undefined ? [] : [{ now, then }];
	});
	const isTenfold = ({ now, then }: Pair) =>
		now.cents >= then.cents * 10 || then.cents >= now.cents * 10;
	const isChanged = ({ now, then }: Pair) =>
		Math.abs(now.cents - then.cents) > then.cents * leastChange;
	const swapped = swappedIn(pairs);
	const inPlace = pairs.filter((pair) => !swapped.has(pair));
	const others = inPlace.filter((pair) => isChanged(pair) && !isTenfold(pair));
	const missing = before.filter((one) => inList(one) === undefined);
	// The amounts of suppliers differ every time.
	const areMostOther = others.length * 2 > pairs.length;
	return [
		payeesSentence('New', byAmount(payees.filter((one) => inLast(one) === undefined)).map(inRow)),
		// A list of corrections has few of them.
		missing.length > payees.length
			? `${missing.length} of the ${before.length} payees of that day are not in this list.`
			: payeesSentence('Not in this list', byAmount(missing).map(inLastList)),
		payeesSentence(
			'Amounts that have changed places, as if one column of the sheet was sorted alone',
			byDifference([...swapped]).map(inBoth),
		),
		payeesSentence(
			'Ten times the amount, or a tenth of it',
			byDifference(inPlace.filter(isTenfold)).map(inBoth),
		),
		areMostOther
			? `The amounts of ${others.length} of ${pairs.length} payees differ by more than 30%.`
			: payeesSentence('An amount that differs by more than 30%', byDifference(others).map(inBoth)),
	].filter((text) => text !== undefined);
}

/** Amounts count as swapped if at least this part of all that are different is what another payee had. */
const leastSwapped = 0.8;

/** The payees with an amount that another one had, if that is so of nearly all whose amount is different. */
function swappedIn(pairs: readonly Pair[]): ReadonlySet<Pair> {
	const different = pairs.filter(({ now, then }) => now.cents !== then.cents);
	const before = new Set(different.map(({ then }) => then.cents));
	const swapped = different.filter(({ now }) => before.has(now.cents));
	const areSwapped = swapped.length >= 2 && swapped.length >= different.length * leastSwapped;
	return new Set(areSwapped ? swapped : []);
}

/** Only the first changes are named, so the largest come first. */
const byAmount = (payees: readonly Payee[]): Payee[] =>
	payees.toSorted((one, other) => other.cents - one.cents);

const byDifference = (pairs: readonly Pair[]): Pair[] => {
	const difference = ({ now, then }: Pair) => Math.abs(now.cents - then.cents);
	return pairs.toSorted((one, other) => difference(other) - difference(one));
};

interface Pair {
	now: Payee;
	then: Payee;
}

const inRow = ({ name, row, cents }: Payee): string =>
	`${withNumbersMasked(name)} (row ${row}), ${formatRand(cents)}`;

const inLastList = ({ name, cents }: Payee): string =>
	`${withNumbersMasked(name)}, ${formatRand(cents)}`;

const inBoth = ({ now, then }: Pair): string =>
	`${withNumbersMasked(now.name)} (row ${now.row}), ${formatRand(now.cents)} instead of ${formatRand(then.cents)}`;

/** A sentence, such as `New: A (row 2), R10.00; B (row 3), R20.00.`; undefined if there is nobody. */
function payeesSentence(what: string, payees: readonly string[]): string | undefined {
	if (payees.length === 0) return undefined;
	const more = payees.length > mostNames ? `; and ${payees.length - mostNames} more` : '';
	return `${what}: ${payees.slice(0, mostNames).join('; ')}${more}.`;
}
