import { formatRand } from '../../schemas/money';
import { timeOf } from '../../transport/clock';
import { shownReference } from '../../transport/wording';
import { dayInWords } from '../../actions/recordLabel';
import { grouped } from '../grouped';
import { accountsOf } from './accountWarnings';
import { dateLikeRows, dateLikeWarning } from './dateLike';
import { dayMs, daysIn } from './days';
import type { KnownAtStitch, RecentPayout } from './knownAtStitch';
import { accountKey, type PaidRow } from './paidRow';
import { samePayees } from './samePayee';
import { foreignLetter, referenceKey } from './spelling';
import { byTestClient } from './testClient';

/** The data with which rows are compared. */
export interface Surroundings extends KnownAtStitch {
	isTestClient: boolean;
	/** The bank's answer about the account of a row, if it was asked. */
	saidByBank?: ReadonlyMap<number, string>;
	/** The day of the last list of the same people, as an ISO date, if there is one. */
	lastList?: string;
	/** In milliseconds since 1970. */
	now: number;
	/** IANA name of the zone in which days are shown. */
	timezone: string;
}

/** What a person should check before a row is paid. */
export interface Warnings {
	/** The most important first. */
	texts: string[];
	/** When the same amount last went to the same account under a different reference, as ISO 8601. */
	similarPayoutAt?: string;
}

/** What a person should check before a list is paid. */
export interface ListWarnings {
	byRow: ReadonlyMap<number, Warnings>;
	/**
	 * Facts that are true of many rows, said once: if every row had the warning, it would mean nothing.
	 */
	ofMost: string[];
}

/**
 * Finds what a person should check before the rows are paid.
 * @param all every row that could be read
 * @param yieldToN8n is awaited before each row: it gives n8n turns
 */
export async function warningsOf(
	all: readonly PaidRow[],
	around: Surroundings,
	yieldToN8n: () => Promise<void>,
): Promise<ListWarnings> {
	const toPay = all.filter(({ pay }) => pay);
	const payees = await samePayees(toPay, yieldToN8n);
	const list = { ...comparisonsOf(toPay, all, around), payees };
	const byRow = new Map<number, Warnings>();
	let likeLastTime = 0;
	for (const paid of toPay) {
		await yieldToN8n();
		const similar = similarTo(paid, list);
		const isLikeLastTime = similar !== undefined && isRegular(similar, paid, list);
		if (isLikeLastTime) likeLastTime++;
		byRow.set(paid.row, {
			texts: textsOf(paid, { similar, isLikeLastTime }, list),
			...(similar && { similarPayoutAt: similar.createdAt }),
		});
	}
	return { byRow, ofMost: ofMostRows(toPay, likeLastTime, list) };
}

/** The data with which each row is compared. */
type Comparisons = ReturnType<typeof comparisonsOf> & {
	payees: Awaited<ReturnType<typeof samePayees>>;
};

function comparisonsOf(toPay: readonly PaidRow[], all: readonly PaidRow[], around: Surroundings) {
	const { recent = [], isComplete, timezone } = around;
	const accounts = accountsOf(all, recent, timezone);
	const known = recent.filter(({ account }) => account !== '');
	// For a client that has paid nobody yet, everybody would be new.
	const isKnownWhoIsNew = isComplete && recent.length > 0;
	const isNew = (paid: PaidRow) => isKnownWhoIsNew && accounts.toAccountOf(paid).length === 0;
	const most = (is: (paid: PaidRow) => boolean) =>
		toPay.length > 1 && toPay.filter(is).length * 2 > toPay.length;
	return {
		...around,
		accounts,
		dayOf: daysIn(timezone),
		inSheet: {
			payment: grouped(toPay, paymentKey),
			statement: grouped(toPay, statementKey),
			reference: grouped(toPay, ({ reference }) => referenceKey(reference)),
		},
		recentPayments: grouped(known, paymentKey),
		recentReferences: grouped(known, referenceToAccount),
		dateLike: dateLikeRows(all),
		isNew,
		areMostNew: most(isNew),
		areMostKeptAsNumbers: most(({ isAccountKeptAsNumber }) => isAccountKeptAsNumber),
	};
}

/** The last payout of the same amount to the same account under a different reference. */
function similarTo(paid: PaidRow, { recentPayments }: Comparisons): RecentPayout | undefined {
	return recentPayments
		.get(paymentKey(paid))
		?.find(({ externalReference }) => externalReference !== paid.reference);
}

/** Payments that are closer together are not one a week. */
const leastGap = 6 * dayMs;

/** How far apart payments are of which only one is known: most salaries are monthly. */
const usualGap = 30 * dayMs;

/** A payment that comes before this part of the usual time has passed may be the last one once more. */
const leastOfGap = 2 / 3;

/** Whether a row continues regular payments of one amount, the last of which is this payout of the last list. */
function isRegular(last: RecentPayout, paid: PaidRow, list: Comparisons): boolean {
	if (list.dayOf(last.createdAt).iso !== list.lastList) return false;
	const since = ({ createdAt }: RecentPayout) => list.now - (timeOf(createdAt) ?? 0);
	const past = list.recentPayments.get(paymentKey(paid));
	const before = past?.find((one) => since(one) - since(last) >= leastGap);
	const gap = before ? since(before) - since(last) : usualGap;
	return since(last) >= gap * leastOfGap;
}

/** The last payout of the same amount to the account of a row under a different reference. */
interface SimilarPayout {
	similar: RecentPayout | undefined;
	isLikeLastTime: boolean;
}

/** Saved as text, a long number is `1.23457E+11` in Excel; read again, it is 123457000000. */
const lostDigits = /^\d{6,}0{6}$/;

function textsOf(
	paid: PaidRow,
	{ similar, isLikeLastTime }: SimilarPayout,
	list: Comparisons,
): string[] {
	const ofAccount = list.accounts.warningsOf(paid);
	return [
		sameInSheet(paid, list.inSheet.payment.get(paymentKey(paid))),
		sameStatementInSheet(paid, list.inSheet.statement.get(statementKey(paid))),
		samePayeeInSheet(paid, list),
		similar && !isLikeLastTime ? paidLately(similar, list) : undefined,
		...ofAccount,
		list.saidByBank?.get(paid.row),
		list.dateLike.has(paid.row) ? dateLikeWarning(paid) : undefined,
		letterWarning('name', paid.name),
		letterWarning('reference', paid.reference),
		likeReference(paid, list.inSheet.reference.get(referenceKey(paid.reference))),
		likeEarlierReference(paid, similar, list),
		ofBank(paid, list),
		list.isTestClient ? byTestClient(paid) : undefined,
		paid.isAccountKeptAsNumber && !list.areMostKeptAsNumbers
			? 'The spreadsheet keeps the account number as a number: a leading zero may be lost.'
			: undefined,
		lostDigits.test(paid.account)
			? 'The account number ends in 000000: a spreadsheet may have lost its last digits. Compare it with what the payee gave you.'
			: undefined,
		paid.name === paid.writtenName
			? undefined
			: 'The name is shortened as shown here, because banks take 20 characters.',
		list.isNew(paid) && !list.areMostNew && ofAccount.length === 0
			? `This is the first payment to this account in ${list.days} days.`
			: undefined,
	].filter((text) => text !== undefined);
}

function ofMostRows(toPay: readonly PaidRow[], likeLastTime: number, list: Comparisons): string[] {
	const news = toPay.filter(list.isNew).length;
	const asNumbers = toPay.filter(({ isAccountKeptAsNumber }) => isAccountKeptAsNumber).length;
	return [
		likeLastTime > 0 &&
			`${likeLastTime} of ${toPay.length} payments are the same as on ${dayInWords(list.lastList, list.timezone)}: the same amount goes to the same account.`,
		list.areMostNew &&
			`${news} of ${toPay.length} payments go to accounts that got nothing in the last ${list.days} days.`,
		list.areMostKeptAsNumbers &&
			`The spreadsheet keeps ${asNumbers} of ${toPay.length} account numbers as numbers: leading zeros may be lost. Format the column as text.`,
	].filter((text) => text !== false);
}

function sameInSheet(paid: PaidRow, group: readonly PaidRow[] = []): string | undefined {
	const rows = rowsOfOthers(paid, group);
	return rows && `The same amount goes to the same account in ${rows}.`;
}

/** A changed row may have been added to a list instead of replacing the old one. */
function sameStatementInSheet(paid: PaidRow, group: readonly PaidRow[] = []): string | undefined {
	const rows = rowsOfOthers(
		paid,
		group.slice(0, mostRows + 2).filter(({ cents }) => cents !== paid.cents),
	);
	return (
		rows &&
		`A different amount goes to the same account in ${rows}, with the same statement reference. If both are one payment, delete the wrong row.`
	);
}

function samePayeeInSheet(paid: PaidRow, { payees }: Comparisons): string | undefined {
	const payee = payees.get(paid);
	const first = payee?.byAccount.get(accountKey(paid));
	const rows = first && rowsOfOthers(first, payee?.firsts);
	return (
		rows &&
		`The same name gets the same amount at a different account in ${rows}. If both are one payment, delete the wrong row.`
	);
}

function paidLately(
	{ cents, createdAt, externalReference }: RecentPayout,
	{ dayOf }: Comparisons,
): string {
	return `${formatRand(cents)} went to this account on ${dayOf(createdAt).words} under ${shownReference(externalReference) || 'no reference'}.`;
}

function ofBank({ bank }: PaidRow, { banks }: Surroundings): string | undefined {
	const state = banks?.get(bank);
	if (state === 'unavailable')
		return 'The bank is down today: this payment may arrive late or fail.';
	return state === 'degraded'
		? 'The bank works only in part today: this payment may arrive late or fail.'
		: undefined;
}

/** Two texts that look the same can be two different names or payments. */
function letterWarning(what: string, text: string): string | undefined {
	const letter = foreignLetter(text);
	if (letter === undefined) return undefined;
	const code = (letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
	return `The ${what} has “${letter}” (U+${code}), which is not one of A to Z and 0 to 9, but may look like one. Type the ${what} again by hand.`;
}

function likeReference(paid: PaidRow, group: readonly PaidRow[] = []): string | undefined {
	const rows = rowsOfOthers(paid, group);
	return (
		rows &&
		`Almost the same reference as ${rows}: only capitals, spaces, signs or letters that look alike differ.`
	);
}

/** A reference with a different spelling is a different payment to Stitch, even if the amounts differ. */
function likeEarlierReference(
	paid: PaidRow,
	similar: RecentPayout | undefined,
	{ recentReferences, dayOf }: Comparisons,
): string | undefined {
	const others = recentReferences.get(referenceToAccount(paid)) ?? [];
	const other = others.find(({ externalReference }) => externalReference !== paid.reference);
	if (other === undefined || other === similar) return undefined;
	return `On ${dayOf(other.createdAt).words}, this account was paid ${formatRand(other.cents)} under almost the same reference, ${shownReference(other.externalReference)}: only capitals, spaces, signs or letters that look alike differ.`;
}

const paymentKey = (one: PaidRow | RecentPayout): string => `${accountKey(one)} ${one.cents}`;

/** The same key for all payments that look like one on a bank statement. */
const statementKey = (one: PaidRow): string => `${accountKey(one)} ${one.statementReference}`;

/** The same key for all payments to one account under references that look alike. */
const referenceToAccount = (one: PaidRow | RecentPayout): string =>
	`${accountKey(one)} ${referenceKey('reference' in one ? one.reference : one.externalReference)}`;

/** More rows than these are not listed. */
const mostRows = 10;

/** The other rows of a group for people, such as `rows 3, 5`; undefined where there is none. */
function rowsOfOthers(paid: PaidRow, group: readonly PaidRow[] = []): string | undefined {
	// A group can be the whole list, so no more of it is looked at than is shown.
	const others = group.slice(0, mostRows + 2).filter((one) => one !== paid);
	if (others.length === 0) return undefined;
	const shown = others.slice(0, mostRows).map(({ row }) => row);
	const more = others.length > mostRows ? ', …' : '';
	return `row${others.length > 1 ? 's' : ''} ${shown.join(', ')}${more}`;
}
