import { accountFound } from '../../../idempotency/comparison';
import { folded } from '../../../schemas/characters';
import { formatRand } from '../../../schemas/money';
import { asFields } from '../../../transport/json';
import { maskAccount, shownReference } from '../../../transport/wording';
import { dayInWords } from '../../recordLabel';
import { grouped } from '../grouped';
import type { Judged } from './verdicts';
import { daysBack, type KnownAtStitch, type RecentPayout } from './knownAtStitch';

/** What rows are compared with. */
export interface Surroundings extends KnownAtStitch {
	isTestClient: boolean;
	/** IANA name of the zone in which days are shown. */
	timezone: string;
}

/** A row that would be paid, as it would be sent. */
interface Paid {
	row: number;
	name: string;
	writtenName: string;
	account: string;
	bank: string;
	cents: number;
	reference: string;
	isAccountKeptAsNumber: boolean;
}

/** Whole numbers of rand that are days of the years 1950 to 2099 to a spreadsheet. */
const dates = { first: 18_264, last: 73_050 };

/** Above this, a payout of a test client fails (spec 4.7), in cents. */
const mostOfTestClient = 40_400;

/** What a person should check before a row is paid. */
export interface Warnings {
	/** What weighs most first. */
	texts: string[];
	/** Whether its payee is new, and is counted because most of them are: a warning of each says nothing. */
	isNew: boolean;
	/** When the same amount went to the same account under another reference: the last time, ISO 8601. */
	similarPayoutAt?: string;
}

/** What a person should check before the rows are paid, by row. */
export function warningsOf(judged: readonly Judged[], around: Surroundings): Map<number, Warnings> {
	const all = judged.filter(({ pay }) => pay).map(asPaid);
	const list = comparisonsOf(all, judged, around);
	return new Map(all.map((paid) => [paid.row, warningsOfRow(paid, list)]));
}

/** What each row is compared with. */
type Comparisons = ReturnType<typeof comparisonsOf>;

function comparisonsOf(all: readonly Paid[], judged: readonly Judged[], around: Surroundings) {
	const { recent = [], isCut } = around;
	const byAccount = grouped(recent, ({ account }) => account);
	const toAccountOf = ({ account, bank }: Paid) =>
		(byAccount.get(account) ?? []).filter((one) => one.bank === bank);
	// To a client that has paid nobody yet, or sees no account numbers, everybody would be new.
	const isKnownWhoIsNew = recent.some(({ account }) => account !== '') && !isCut;
	const isNew = (paid: Paid) => isKnownWhoIsNew && toAccountOf(paid).length === 0;
	return {
		...around,
		inSheet: {
			payment: grouped(all, paymentKey),
			reference: grouped(all, ({ reference }) => alike(reference)),
		},
		byName: grouped(recent, ({ name }) => nameKey(name)),
		toAccountOf,
		isNew,
		isMostlyNew: all.filter(isNew).length * 2 > all.length && all.length > 1,
		// Also by rows that were paid before: in a second run, only the wrong one may be left.
		isMixed: judged.some(({ payment }) => payment && !isDateLike(payment.amount.cents)),
	};
}

function warningsOfRow(paid: Paid, list: Comparisons): Warnings {
	const similar = list
		.toAccountOf(paid)
		.find((one) => one.cents === paid.cents && one.externalReference !== paid.reference);
	return {
		texts: textsOf(paid, similar, list),
		isNew: list.isMostlyNew && list.isNew(paid),
		...(similar && { similarPayoutAt: similar.createdAt }),
	};
}

function textsOf(paid: Paid, similar: RecentPayout | undefined, list: Comparisons): string[] {
	const other = otherAccount(paid, list);
	return [
		sameInSheet(paid, list.inSheet.payment.get(paymentKey(paid))),
		similar && paidLately(similar, list),
		other,
		list.isMixed && isDateLike(paid.cents) ? dateLike(paid) : undefined,
		likeReference(paid, list.inSheet.reference.get(alike(paid.reference))),
		ofBank(paid, list),
		list.isTestClient && paid.cents > mostOfTestClient
			? 'A test client does not pay more than R404: this payment will fail.'
			: undefined,
		paid.isAccountKeptAsNumber
			? 'The spreadsheet keeps the account number as a number: a zero at its beginning is lost.'
			: undefined,
		paid.name === paid.writtenName
			? undefined
			: 'The name is shortened as shown here, because banks take 20 characters.',
		list.isNew(paid) && !list.isMostlyNew && other === undefined
			? `This is the first payment to this account in ${daysBack} days.`
			: undefined,
	].filter((text) => text !== undefined);
}

function asPaid({ row, payment }: Judged): Paid {
	const { cells, types } = row;
	const { name, accountNumber, bank } = asFields(payment?.body.beneficiary);
	return {
		row: row.row,
		name: String(name),
		// As the node reads it.
		writtenName: folded(cells.beneficiaryName ?? ''),
		account: accountFound(accountNumber) ?? '',
		bank: String(bank),
		cents: payment?.amount.cents ?? 0,
		reference: cells.externalReference ?? '',
		isAccountKeptAsNumber: types.accountNumber === 'number',
	};
}

function sameInSheet(paid: Paid, group: readonly Paid[] = []): string | undefined {
	const others = group.filter((one) => one !== paid).map(({ row }) => row);
	if (others.length === 0) return undefined;
	return `The same amount goes to the same account in ${inRows(others)}.`;
}

function paidLately(
	{ cents, createdAt, externalReference }: RecentPayout,
	{ timezone }: Surroundings,
): string {
	return `${formatRand(cents)} went to this account on ${dayInWords(createdAt, timezone)} under ${shownReference(externalReference) || 'no reference'}.`;
}

function otherAccount(paid: Paid, { toAccountOf, byName, timezone }: Comparisons) {
	if (toAccountOf(paid).length > 0) return undefined;
	const [before] = byName.get(nameKey(paid.name)) ?? [];
	if (before === undefined || before.account === '') return undefined;
	const { createdAt, account } = before;
	return `On ${dayInWords(createdAt, timezone)}, ${paid.name} was paid to another account, ${maskAccount(account)}. Ask whether it has changed, on a phone number that you already had.`;
}

function ofBank({ bank }: Paid, { banks }: Surroundings): string | undefined {
	const state = banks?.get(bank);
	if (state === 'unavailable')
		return 'The bank is down today: this payment may arrive late or fail.';
	return state === 'degraded'
		? 'The bank works only in part today: this payment may arrive late or fail.'
		: undefined;
}

function dateLike({ cents }: Paid): string {
	return `${formatRand(cents)} could be a date: a spreadsheet can turn a typed 10.50 into one. Format the column as a number, and type the amount again.`;
}

function isDateLike(cents: number): boolean {
	const rand = cents / 100;
	return Number.isInteger(rand) && rand >= dates.first && rand <= dates.last;
}

function likeReference(paid: Paid, group: readonly Paid[] = []): string | undefined {
	const others = group.filter((one) => one !== paid).map(({ row }) => row);
	if (others.length === 0) return undefined;
	return `The reference is that of ${inRows(others)}, but for capitals, spaces or signs.`;
}

const paymentKey = ({ bank, account, cents }: Paid): string => `${bank} ${account} ${cents}`;

/** Row numbers for people: `rows 3, 5`, at most ten of them. */
function inRows(rows: readonly number[]): string {
	const more = rows.length > 10 ? ', …' : '';
	return `row${rows.length > 1 ? 's' : ''} ${rows.slice(0, 10).join(', ')}${more}`;
}

const nameKey = (name: string): string => name.toLowerCase().replace(/\s+/g, ' ').trim();

/** “INV 7”, “inv-7” and “INV7” look like one payment; “1-11” and “11-1” are two. */
function alike(reference: string): string {
	const words = reference
		.normalize('NFKC')
		.toLowerCase()
		.replace(/[^\p{L}\d]+/gu, ' ');
	return words.replace(/(?<!\d) | (?!\d)/g, '') || reference;
}
