import { accountFound } from '../../../idempotency/comparison';
import { folded } from '../../../schemas/characters';
import { formatRand } from '../../../schemas/money';
import { asFields } from '../../../transport/json';
import { maskAccount, shownReference } from '../../../transport/mask';
import { grouped } from '../grouped';
import type { Judged } from './verdicts';
import { daysBack, type Knowledge, type RecentPayout } from './knownAtStitch';
import { inRows, onDay } from './words';

/** What rows are compared with. */
export interface Surroundings extends Knowledge {
	isTestClient: boolean;
	/** IANA name of the zone in which days are told. */
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

/** What a person should look at before a row is paid. */
export interface Warnings {
	/** What weighs most first. */
	texts: string[];
	/** Whether its payee is new, and is counted because most of them are: a warning of each says nothing. */
	isNew: boolean;
	/** When the same amount went to the same account under another reference: the last time, ISO 8601. */
	similarPayoutAt?: string;
}

/** What a person should look at before the rows are paid, by row. */
export function warningsOf(judged: readonly Judged[], around: Surroundings): Map<number, Warnings> {
	const all = judged.filter(({ pay }) => pay).map(asPaid);
	const inSheet = {
		payment: grouped(all, paymentKey),
		reference: grouped(all, ({ reference }) => alike(reference)),
	};
	const recent = {
		account: grouped(around.recent ?? [], ({ account }) => account),
		name: grouped(around.recent ?? [], ({ name }) => nameKey(name)),
	};
	const isMixed = all.some(({ cents }) => !isDateLike(cents));
	const toAccountOf = ({ account, bank }: Paid) =>
		(recent.account.get(account) ?? []).filter((one) => one.bank === bank);
	// To a client that has paid nobody yet, everybody is new.
	const isKnownWhoIsNew = recent.account.size > 0 && !around.isCut;
	const isNew = (paid: Paid) => isKnownWhoIsNew && toAccountOf(paid).length === 0;
	const isMostlyNew = all.filter(isNew).length * 2 > all.length && all.length > 1;
	return new Map(
		all.map((paid) => {
			const toAccount = toAccountOf(paid);
			const similar = toAccount.find(
				({ cents, externalReference }) =>
					cents === paid.cents && externalReference !== paid.reference,
			);
			const other =
				toAccount.length === 0
					? otherAccount(paid, recent.name.get(nameKey(paid.name)), around)
					: undefined;
			const texts = [
				sameInSheet(paid, inSheet.payment.get(paymentKey(paid))),
				similar && paidLately(similar, around),
				other,
				isMixed && isDateLike(paid.cents) ? dateLike(paid) : undefined,
				likeReference(paid, inSheet.reference.get(alike(paid.reference))),
				ofBank(paid, around),
				around.isTestClient && paid.cents > mostOfTestClient
					? 'A test client does not pay more than R404: this payment will fail.'
					: undefined,
				paid.isAccountKeptAsNumber
					? 'The spreadsheet keeps the account number as a number: a zero at its beginning is lost.'
					: undefined,
				paid.name === paid.writtenName
					? undefined
					: 'The name is shortened as shown here, because banks take 20 characters.',
				isNew(paid) && !isMostlyNew && other === undefined
					? `This is the first payment to this account in ${daysBack} days.`
					: undefined,
			].filter((text) => text !== undefined);
			return [
				paid.row,
				{
					texts,
					isNew: isMostlyNew && isNew(paid),
					...(similar && { similarPayoutAt: similar.createdAt }),
				},
			];
		}),
	);
}

function asPaid({ row, payment }: Judged): Paid {
	const { cells, notText } = row;
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
		isAccountKeptAsNumber: notText.includes('accountNumber'),
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
	return `${formatRand(cents)} went to this account on ${onDay(createdAt, timezone)} under ${shownReference(externalReference) || 'no reference'}.`;
}

/** @param byName payouts to the same name, the newest first */
function otherAccount(
	{ name }: Paid,
	byName: readonly RecentPayout[] = [],
	{ timezone }: Surroundings,
): string | undefined {
	const [before] = byName;
	if (before === undefined || before.account === '') return undefined;
	const { createdAt, account } = before;
	return `On ${onDay(createdAt, timezone)}, ${name} was paid to another account, ${maskAccount(account)}: ask them by phone whether it has changed.`;
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

const nameKey = (name: string): string => name.toLowerCase().replace(/\s+/g, ' ').trim();

/** “INV 7”, “inv-7” and “INV7” look like one payment; “1-11” and “11-1” are two. */
function alike(reference: string): string {
	const words = reference
		.normalize('NFKC')
		.toLowerCase()
		.replace(/[^\p{L}\d]+/gu, ' ');
	return words.replace(/(?<!\d) | (?!\d)/g, '') || reference;
}
