import { formatRand } from '../../schemas/money';
import { shownReference } from '../../transport/wording';
import { accountName, shownAccount, withNumbersMasked } from '../shownAccount';
import { wentElsewhere, isNewAccount } from './comparison';
import { dayName } from './days';
import type { ReadableRow } from './listRow';
import { foreignLetter, referenceKey } from './spelling';
import { paymentKey, payeeKey, type Surroundings } from './surroundings';
import { accountKey, hasMoved, type Payout, type Transfer } from './transfer';

/** A reason to look at a row before it is paid. */
export interface Rule {
	readonly name: string;
	/** Red for what can lose money, amber for what has to be looked at. */
	readonly severity: 'danger' | 'check';
	/** If several rules about one thing apply, only the first is shown. */
	readonly about: 'twice' | 'whose' | 'bank' | 'before' | 'spelling';
	/** Whether the row is not paid before somebody has called the payee. */
	readonly holds?: true;
	/** When it applies, for the guide. */
	readonly when: string;
	/** What to do; empty if `says` contains it. */
	readonly todo: string;
	/** The fact that it warns of; undefined if it does not apply. */
	says(row: ReadableRow, around: Surroundings): string | undefined;
	/** The end of “18 of 20 payments …”, said once if it applies to most rows. */
	readonly manyRows?: string;
}

/** The most important first. */
export const rules: readonly Rule[] = [
	{
		name: 'almostSameReference',
		severity: 'danger',
		about: 'twice',
		when: 'The account was paid under a reference that differs only in capitals, spaces, signs or letters that look alike.',
		todo: 'If it is the same payment, delete this row.',
		says({ transfer, payee }, { today }) {
			const key = referenceKey(transfer.reference);
			const found = [...(payee?.ofFile ?? []), ...(payee?.payouts ?? [])].find(
				(one) =>
					hasMoved(one) &&
					accountKey(one) === accountKey(transfer) &&
					one.reference !== transfer.reference &&
					referenceKey(one.reference) === key,
			);
			return (
				found &&
				`Probably paid already: ${whatWentTo('this account', found, today)}, which is almost the same reference.`
			);
		},
		manyRows:
			'have almost the same reference as a payment that was made before. If this is the same list, pay nothing.',
	},
	{
		name: 'sameAmountSince',
		severity: 'danger',
		about: 'twice',
		when: 'The same amount went to this account, or to this name, after the last payday or after a payment of this row that failed, even under another reference of this list.',
		todo: 'If it is the same payment, delete this row.',
		says({ transfer, payee, verdict, atStitch }, { today }) {
			if (payee === undefined) return undefined;
			const others = payee.ofFile.filter(
				(one) => hasMoved(one) && one.reference !== transfer.reference,
			);
			const failedAt = atStitch?.createdAt ?? '';
			const instead =
				verdict === 'payAgain' ? payee.last.filter((one) => one.createdAt > failedAt) : [];
			const found = [...others, ...instead, ...payee.since].find(
				({ cents }) => cents === transfer.cents,
			);
			const where = found && wentElsewhere(payee, found) ? accountName(found) : 'this account';
			return found && `${whatWentTo(where, found, today)}.`;
		},
		manyRows:
			'repeat what went to the same account after the last payday. If this is the same list with new references, pay nothing.',
	},
	{
		name: 'twinInFile',
		severity: 'danger',
		about: 'twice',
		when: 'Another row has the same account and amount, or the same name and amount, or almost the same reference.',
		todo: 'If both are one payment, delete one of the rows.',
		says: (row, around) => {
			const twin = twinOf(row, around);
			return twin && `Row ${twin.row.sheet.row} has ${twin.what}.`;
		},
		manyRows:
			'have a twin in the list, with the same account and amount or almost the same reference. If the list has every payment twice, pay nothing, and correct it.',
	},
	{
		name: 'accountChanged',
		severity: 'danger',
		about: 'whose',
		holds: true,
		when: 'This name was paid to a different account, and this account got nothing last time or before.',
		todo: 'Call them on a number that you already had, and ask whether it has changed.',
		says({ transfer, payee }, { today, paidTo }) {
			if (payee === undefined || !isNewAccount(payee)) return undefined;
			const before = newestOf(
				paidTo
					.get(transfer.who)
					?.filter((one) => one.account !== '' && accountKey(one) !== accountKey(transfer)),
			);
			return (
				before &&
				`On ${dayName(before.day, today)}, ${withNumbersMasked(before.name)} was paid to a different account, ${differentFrom(transfer, before)}.`
			);
		},
	},
	{
		name: 'nameChanged',
		severity: 'danger',
		about: 'whose',
		holds: true,
		when: 'The account was paid only under a different name, which is still in the list, or this name was paid to a different account.',
		todo: 'Call the payee on a number that you already had, and ask whose account it is.',
		says({ transfer, payee }, { today, inFile, paidTo }) {
			const own = payee?.payouts.filter(
				(one) => hasMoved(one) && accountKey(one) === accountKey(transfer),
			);
			const [newest] = own ?? [];
			if (!newest?.who || own?.some(({ who }) => who === transfer.who)) return undefined;
			// Otherwise the payee was only renamed: the new name has replaced the old one.
			if (!inFile.has(newest.who) && !paidTo.has(transfer.who)) return undefined;
			return `On ${dayName(newest.day, today)}, this account was paid under a different name, ${withNumbersMasked(newest.name)}.`;
		},
	},
	{
		name: 'newAccountAbove',
		severity: 'danger',
		about: 'whose',
		holds: true,
		when: "The account got nothing last time or before, and the amount is above 'Hold New Accounts Above'.",
		todo: 'Call the payee on a number that you already had, and compare the account number.',
		says({ transfer, payee }, { holdAbove }) {
			if (payee === undefined || !isNewAccount(payee) || payee.cents <= holdAbove) return undefined;
			return `${formatRand(transfer.cents)} would be the first payment to this account.`;
		},
	},
	{
		name: 'accountShared',
		severity: 'danger',
		about: 'whose',
		when: 'A different name in the list has the same account, and both were not paid there before.',
		todo: 'If you do not know why, pay neither.',
		says({ transfer, payee }) {
			const known = new Set(payee?.payouts.filter(hasMoved).map(({ who }) => who));
			const other = payee?.rows.find(
				(one) =>
					one.transfer !== undefined &&
					one.transfer.who !== transfer.who &&
					!(known.has(one.transfer.who) && known.has(transfer.who)),
			);
			return (
				other?.transfer &&
				`${withNumbersMasked(other.transfer.name)} in row ${other.sheet.row} is paid into the same account.`
			);
		},
	},
	{
		name: 'likeSomeoneMissing',
		severity: 'check',
		about: 'whose',
		when: 'Someone who is not in this list got the same amount last time, and this account got nothing before.',
		todo: 'If this is the same person, call them on a number that you already had.',
		says({ payee }, { today, missing }) {
			const like =
				payee?.last.length === 0 ? missing.find(({ cents }) => cents === payee.cents) : undefined;
			return (
				like &&
				`${withNumbersMasked(like.name)}, ${accountName(like)}, is not in this list and got the same amount on ${dayName(like.day, today)}.`
			);
		},
	},
	{
		name: 'bankUnclear',
		severity: 'check',
		about: 'bank',
		when: 'The bank was asked, and has no clear answer, or says that the account is new.',
		todo: '',
		says: ({ verified }) => verified?.says,
	},
	{
		name: 'lastOneFailed',
		severity: 'check',
		about: 'before',
		when: 'The newest payment to this account or name failed, was cancelled or came back.',
		todo: 'Find out why, and delete the row unless it is to be paid after all.',
		says({ payee }, { today }) {
			const [newest] = payee?.payouts ?? [];
			return newest && !hasMoved(newest) ? whatBecameOf(newest, today) : undefined;
		},
		manyRows:
			'go to people whose newest payment failed, was cancelled or came back. Find out why before you pay them again.',
	},
	{
		name: 'foreignLetter',
		severity: 'check',
		about: 'spelling',
		when: 'The name or the reference has a letter of another alphabet.',
		todo: 'Type it again: it may come from a forged email.',
		says: ({ transfer }) =>
			letterWarning('name', transfer.name) ?? letterWarning('reference', transfer.reference),
	},
];

/** A row of the same payment, and what it shares. */
function twinOf(row: ReadableRow, { alike, paidTo }: Surroundings) {
	const { transfer } = row;
	const twins: Array<[readonly ReadableRow[] | undefined, (one: ReadableRow) => boolean, string]> =
		[
			[
				alike.payment.get(paymentKey(row)),
				// Salary and bonus of one amount differ on the bank statement.
				(one) => one.transfer.statement === transfer.statement,
				'the same account and amount',
			],
			[
				alike.payee.get(payeeKey(row)),
				(one) =>
					accountKey(one.transfer) !== accountKey(transfer) &&
					![one, row].every((each) => wasPaidAs(each.transfer, paidTo)),
				'the same name and amount, and a different account',
			],
			[
				alike.reference.get(referenceKey(transfer.reference)),
				() => true,
				'almost the same reference',
			],
		];
	for (const [group = [], isTwin, what] of twins) {
		// Without a limit this would be slow: a group can be the whole list.
		const twin = group.slice(0, mostTwins).find((one) => one !== row && isTwin(one));
		if (twin) return { row: twin, what };
	}
	return undefined;
}

/** Whether the account of a transfer was paid under its name before. */
const wasPaidAs = (transfer: Transfer, paidTo: Surroundings['paidTo']): boolean =>
	(paidTo.get(transfer.who) ?? []).some((one) => accountKey(one) === accountKey(transfer));

function newestOf(payouts: readonly Payout[] = []): Payout | undefined {
	return payouts.toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1))[0];
}

/** How many rows of a group are compared with each other. */
const mostTwins = 50;

export function whatWentTo(
	where: string,
	{ cents, day, reference }: Payout,
	today: string,
): string {
	const as = shownReference(reference) || 'a payment without a reference';
	return `${formatRand(cents)} went to ${where} on ${dayName(day, today)} as ${as}`;
}

/** An earlier account, so that it cannot be taken for the one of the row. */
function differentFrom(transfer: Transfer, before: Payout): string {
	return accountName(before) === accountName(transfer)
		? `${shownAccount(before.account)}, with different digits before these`
		: accountName(before);
}

function whatBecameOf(payout: Payout, today: string): string {
	const { status, cents, day, reason, reference } = payout;
	const why = reason && `: ${withNumbersMasked(reason)}`;
	return `${formatRand(cents)} of ${dayName(day, today)} (${shownReference(reference)}) ${ends[status] ?? 'failed'}${why}.`;
}

const ends: Record<string, string> = {
	cancelled: 'was cancelled',
	reversed: 'was sent back by the bank',
};

/** Two texts that look the same can be two different names or payments. */
function letterWarning(what: string, text: string): string | undefined {
	const letter = foreignLetter(text);
	return letter === undefined
		? undefined
		: `The ${what} has a letter of another alphabet, “${letter}”.`;
}
