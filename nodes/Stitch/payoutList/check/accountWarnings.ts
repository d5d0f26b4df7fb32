import { bankName } from '../../schemas/bank';
import { timeOf } from '../../transport/clock';
import { grouped } from '../grouped';
import { shownAccount, withNumbersMasked } from '../shownAccount';
import { dayMs, daysIn } from './days';
import type { RecentPayout } from './knownAtStitch';
import { accountKey, type PaidRow } from './paidRow';
import { nameKey } from './spelling';

/** Who was paid where before, and who is paid where in the list. */
interface Accounts {
	/** The earlier payouts to an account, the newest one first. */
	toAccountOf(paid: PaidRow): readonly RecentPayout[];
	/** Unusual facts about the account of a row, the most important first. */
	warningsOf(paid: PaidRow): string[];
}

/** @param all every row that could be read, even those that are not paid: their accounts count */
export function accountsOf(
	all: readonly PaidRow[],
	recent: readonly RecentPayout[],
	timezone: string,
): Accounts {
	const dayOf = daysIn(timezone);
	const known = recent.filter(({ account }) => account !== '');
	const byAccount = grouped(known, accountKey);
	const byName = grouped(known, ({ name }) => nameKey(name));
	const firstOfEachName = (rows: PaidRow[]) =>
		// Most accounts have one row, and working out the keys of names takes time for thousands.
		rows.length === 1
			? rows
			: [...grouped(rows, ({ name }) => nameKey(name)).values()].flatMap(([first]) => first ?? []);
	const namesInSheet = mapped(grouped(all, accountKey), firstOfEachName);
	const namesPaid = mapped(byAccount, (some) => new Set(some.map(({ name }) => nameKey(name))));
	const toAccountOf = (paid: PaidRow) => byAccount.get(accountKey(paid)) ?? [];
	return {
		toAccountOf,
		warningsOf: (paid) =>
			[
				otherAccount(paid, byName.get(nameKey(paid.name)) ?? [], dayOf),
				namesPaid.get(accountKey(paid))?.has(nameKey(paid.name))
					? undefined
					: otherName(toAccountOf(paid), dayOf),
				otherNamesInSheet(paid, namesInSheet.get(accountKey(paid)) ?? []),
			].filter((text) => text !== undefined),
	};
}

function mapped<Key, One, Other>(all: Map<Key, One>, change: (one: One) => Other): Map<Key, Other> {
	return new Map([...all].map(([key, one]) => [key, change(one)]));
}

type DayOf = ReturnType<typeof daysIn>;

/** A payment of less than this part of a row's amount does not make an account known. */
const leastPart = 10;

/**
 * The name was last paid to a different account. Two people with the same name who are paid within a day
 * each keep their own account.
 * @param underName the earlier payouts to this name, the newest one first
 */
function otherAccount(
	paid: PaidRow,
	underName: readonly RecentPayout[],
	dayOf: DayOf,
): string | undefined {
	const isHere = (one: RecentPayout) => accountKey(one) === accountKey(paid);
	const weighs = ({ cents }: RecentPayout) => cents * leastPart >= paid.cents;
	const before =
		underName.find((one) => weighs(one) && !isHere(one)) ?? underName.find((one) => !isHere(one));
	if (before === undefined) return undefined;
	const here = underName.find((one) => weighs(one) && isHere(one));
	const isKnown = here !== undefined && timeIn(here) > timeIn(before) - dayMs;
	if (isKnown) return undefined;
	return `On ${dayOf(before.createdAt).words}, ${withNumbersMasked(before.name)} was paid to a different account, ${whichAccount(before, paid)}. Call them on a number that you already had, and ask whether it has changed.`;
}

/** Two accounts can look alike: a page shows their last digits, and two banks can have the same number. */
function whichAccount(before: RecentPayout, paid: PaidRow): string {
	const account = shownAccount(before.account);
	if (account !== shownAccount(paid.account)) return account;
	return before.bank === paid.bank
		? `${account}, with different digits before these`
		: `${account} at ${bankName(before.bank)}`;
}

const timeIn = ({ createdAt }: RecentPayout): number => timeOf(createdAt) ?? 0;

/** Of the earlier payouts to this account, all under other names, the newest one is shown. */
function otherName([newest]: readonly RecentPayout[], dayOf: DayOf): string | undefined {
	if (newest === undefined || newest.name === '') return undefined;
	return `On ${dayOf(newest.createdAt).words}, this account was paid under a different name, ${withNumbersMasked(newest.name)}. Ask whose account it is.`;
}

/** More names are counted. */
const mostNames = 3;

function otherNamesInSheet(paid: PaidRow, names: readonly PaidRow[]): string | undefined {
	// One of the names is the row's own. There can be thousands, so no more are looked at than are shown.
	const count = names.length - 1;
	if (count < 1) return undefined;
	const others = names
		.slice(0, mostNames + 1)
		.filter(({ name }) => nameKey(name) !== nameKey(paid.name));
	const shown = others
		.slice(0, mostNames)
		.map(({ row, name }) => `row ${row}, ${withNumbersMasked(name)}`);
	const more = count > mostNames ? `; and ${count - mostNames} more names` : '';
	return `This account is also in ${shown.join('; ')}${more}.`;
}
