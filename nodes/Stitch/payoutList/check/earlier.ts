import { bankName } from '../../schemas/bank';
import { formatRand } from '../../schemas/money';
import { grouped } from '../grouped';
import { shownReference } from '../../transport/wording';
import { accountName, shownAccount, withNumbersMasked } from '../shownAccount';
import type { FileComparison } from './comparison';
import { dayName } from './days';
import { holdBack, referenceOf, rowsToPay, type ListRow } from './listRow';
import { accountKey, hasMoved, type Payout, type Transfer } from './transfer';

/**
 * Adds what became of the payout under the reference of a row. A row that was sent is never called wrong,
 * and a payout that someone cancelled is not paid again.
 */
export function addEarlierPayouts(
	rows: readonly ListRow[],
	{ payouts, reused, today }: FileComparison,
): void {
	const under = grouped(payouts, ({ reference }) => reference);
	for (const row of rows) {
		const sent = under.get(referenceOf(row)) ?? [];
		const [newest] = sent;
		if (referenceOf(row) === '' || newest === undefined) continue;
		row.atStitch = newest;
		const moved = sent.find(hasMoved);
		const isRejected = ['sentWithOtherValues', 'cannotBePaid'].includes(row.verdict);
		if (newest.status === 'cancelled' && !moved) addCancelled(row, newest, today);
		else if (row.verdict === 'payAgain') addFailed(row, newest, today);
		else if (moved && isRejected) addOtherValues(row, moved, reused !== undefined);
	}
}

function addCancelled(row: ListRow, { day, reason }: Payout, today: string): void {
	row.verdict = 'cancelledBefore';
	row.explanation = `Someone cancelled this payment of ${dayName(day, today)}${reason && `: ${reason}`}. Delete the row, or give it a new reference if it is to be paid after all.`;
}

function addFailed(row: ListRow, before: Payout, today: string): void {
	const { transfer } = row;
	if (transfer === undefined) return;
	const now = differentIn(transfer, before);
	const what = before.status === 'reversed' ? 'Sent back by the bank, paid on' : 'Failed on';
	const why = before.reason && `: ${before.reason}`;
	const change = `Then ${differentIn(before, transfer)}, now ${now}.`;
	row.explanation = `${what} ${dayName(before.day, today)}${why}. ${now ? change : unchanged}`;
}

const unchanged = 'Nothing has changed since then: delete the row if it would fail again.';

/** The payee, the account and the amount of a payment, where those of the other are different. */
function differentIn(one: Transfer, other: Transfer): string {
	const facts = [
		one.who !== other.who && withNumbersMasked(one.name),
		one.bank !== other.bank && bankName(one.bank),
		one.account !== other.account && shownAccount(one.account),
		one.cents !== other.cents && formatRand(one.cents),
	];
	return facts.filter(Boolean).join(', ');
}

/** A row whose reference was sent with other values than the file has. */
function addOtherValues(row: ListRow, before: Payout, areReused: boolean): void {
	const { transfer } = row;
	// If the file repeats the references of last month, the difference is not what is still due.
	const more = transfer && !areReused ? transfer.cents - before.cents : 0;
	const isElsewhere = transfer && accountKey(transfer) !== accountKey(before);
	const says = [
		!transfer && `${row.explanation} Delete this row, or leave it as it is.`,
		isElsewhere && `It was sent to ${accountName(before)}.`,
		more < 0 && `${formatRand(-more)} too much cannot be taken back here.`,
		more > 0 &&
			`If ${formatRand(more)} more is due, pay ${formatRand(more)} under a new reference. Otherwise delete this row.`,
		transfer && !areReused && more <= 0 && 'Delete this row.',
	];
	// Two suppliers can have the same invoice number: nothing of this one was sent.
	const isOfOther = isElsewhere && transfer.who !== before.who;
	row.explanation = isOfOther
		? `It was sent to ${withNumbersMasked(before.name)}, ${accountName(before)}. If it is the same payment, delete this row. If not, such as an invoice with the same number, give this row a different reference.`
		: says.filter(Boolean).join(' ');
	row.verdict = 'sentWithOtherValues';
	row.atStitch = before;
}

/**
 * A derived reference depends on how a person is told apart, which may be different next time. So a row
 * whose account or name was paid for the kind and the period is one that was sent already.
 * @param derivedFrom the beginning of all references of the kind and the period; undefined if the file has its own
 */
export function addPaidForPeriod(
	rows: readonly ListRow[],
	{ payouts }: FileComparison,
	derivedFrom: string | undefined,
): void {
	if (derivedFrom === undefined) return;
	// What was paid under a reference of the file belongs to its row, such as that of a namesake.
	const fileReferences = new Set(rows.map(referenceOf));
	const paid = payouts.filter(
		(one) =>
			hasMoved(one) && one.reference.startsWith(derivedFrom) && !fileReferences.has(one.reference),
	);
	const paidByAccount = new Map(paid.map((one) => [accountKey(one), one]));
	const paidByName = new Map(paid.map((one) => [one.who, one]));
	for (const row of rowsToPay(rows)) {
		const { transfer } = row;
		const found = paidByAccount.get(accountKey(transfer)) ?? paidByName.get(transfer.who);
		if (found === undefined) continue;
		const isSame = found.cents === transfer.cents && accountKey(found) === accountKey(transfer);
		row.verdict = isSame ? 'alreadyPaid' : 'sentWithOtherValues';
		row.explanation = `Paid for this period as ${shownReference(found.reference)}.`;
		row.atStitch = found;
	}
}

/**
 * Keeps back a list with derived references if nothing shows whom it paid under others.
 * @param notCompared why earlier payments are not known
 * @returns why nobody would be paid; empty if the rows were compared, or have their own references
 */
export function blockNotCompared(
	rows: readonly ListRow[],
	derivedFrom: string | undefined,
	notCompared: string | undefined,
): string {
	if (derivedFrom === undefined || notCompared === undefined) return '';
	return holdBack(rows, `Nobody would be paid. ${notCompared}`);
}
