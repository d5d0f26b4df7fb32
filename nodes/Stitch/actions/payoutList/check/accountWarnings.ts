import { timeOf } from '../../../transport/clock';
import { maskNumbers } from '../../../transport/wording';
import { dayInWords } from '../../recordLabel';
import { grouped } from '../grouped';
import { shownAccount } from '../shownAccount';
import type { RecentPayout } from './knownAtStitch';
import { accountKey, nameKey, type PaidRow } from './paidRow';

/** Who was paid where before, and who is paid where in the list. */
export interface Accounts {
	/** The earlier payouts to an account, the newest one first. */
	toAccountOf(paid: PaidRow): readonly RecentPayout[];
	/** What is unusual about the account of a row, what weighs most first. */
	warningsOf(paid: PaidRow): string[];
}

/** @param all every row that could be read, also those that are not paid: an account of theirs counts */
export function accountsOf(
	all: readonly PaidRow[],
	recent: readonly RecentPayout[],
	timezone: string,
): Accounts {
	const known = recent.filter(({ account }) => account !== '');
	const byAccount = grouped(known, accountKey);
	const byName = grouped(known, ({ name }) => nameKey(name));
	const namesInSheet = new Map(
		[...grouped(all, accountKey)].map(([account, rows]) => [account, firstOfEachName(rows)]),
	);
	const toAccountOf = (paid: PaidRow) => byAccount.get(accountKey(paid)) ?? [];
	return {
		toAccountOf,
		warningsOf: (paid) =>
			[
				otherAccount(paid, byName.get(nameKey(paid.name)) ?? [], timezone),
				otherName(paid, toAccountOf(paid), timezone),
				otherNamesInSheet(paid, namesInSheet.get(accountKey(paid)) ?? []),
			].filter((text) => text !== undefined),
	};
}

function firstOfEachName(rows: readonly PaidRow[]): PaidRow[] {
	return [...grouped(rows, ({ name }) => nameKey(name)).values()].flatMap(([first]) => first ?? []);
}

/** A payment of less than this part of a row's amount does not make an account a known one. */
const leastPart = 10;

const dayMs = 24 * 60 * 60 * 1000;

/**
 * The name was last paid to another account. Two people of one name, who are paid within a day, each
 * keep theirs.
 * @param underName the earlier payouts to this name, the newest one first
 */
function otherAccount(
	paid: PaidRow,
	underName: readonly RecentPayout[],
	timezone: string,
): string | undefined {
	const isHere = (one: RecentPayout) => accountKey(one) === accountKey(paid);
	const weighs = ({ cents }: RecentPayout) => cents * leastPart >= paid.cents;
	const elsewhere = underName.filter((one) => !isHere(one));
	const before = elsewhere.find(weighs) ?? elsewhere[0];
	if (before === undefined) return undefined;
	const time = timeOf(before.createdAt) ?? 0;
	const isKnown = underName.some(
		(one) => isHere(one) && weighs(one) && (timeOf(one.createdAt) ?? 0) > time - dayMs,
	);
	if (isKnown) return undefined;
	const day = dayInWords(before.createdAt, timezone);
	return `On ${day}, ${shownName(paid.name)} was paid to a different account, ${shownAccount(before.account)}. Ask whether it has changed, on a phone number that you already had.`;
}

/** @param toAccount the earlier payouts to this account, the newest one first */
function otherName(
	paid: PaidRow,
	toAccount: readonly RecentPayout[],
	timezone: string,
): string | undefined {
	const [newest] = toAccount;
	if (newest === undefined || newest.name === '') return undefined;
	if (toAccount.some(({ name }) => nameKey(name) === nameKey(paid.name))) return undefined;
	return `On ${dayInWords(newest.createdAt, timezone)}, this account was paid under a different name, ${shownName(newest.name)}. Ask whose account it is.`;
}

/** More names are counted. */
const mostNames = 3;

function otherNamesInSheet(paid: PaidRow, names: readonly PaidRow[]): string | undefined {
	if (names.length < 2) return undefined;
	const others = names.filter(({ name }) => nameKey(name) !== nameKey(paid.name));
	const shown = others.slice(0, mostNames).map(({ row, name }) => `row ${row}, ${shownName(name)}`);
	const more = others.length > mostNames ? `; and ${others.length - mostNames} other names` : '';
	return `This account is also in ${shown.join('; ')}${more}.`;
}

const shownName = (name: string): string => maskNumbers(name);
