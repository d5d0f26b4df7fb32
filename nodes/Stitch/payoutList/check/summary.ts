import type { IDataObject } from 'n8n-workflow';

import { bankName } from '../../schemas/bank';
import { formatRand, randOf } from '../../schemas/money';
import { numberOf } from '../../transport/wording';
import { grouped } from '../grouped';
import type { PaymentFile } from '../read/readFile';
import { shownAccount, withNumbersMasked } from '../shownAccount';
import type { KnownOfRows } from './checkedRow';
import type { ListSettings } from './checkForm';
import { dayName, daysBetween } from './days';
import type { KnownAtStitch } from './knownAtStitch';
import { centsInFile, rowsToPay, sumToPay, type ListRow, type ReadableRow } from './listRow';
import type { Repeats } from './repeats';
import type { PaydayTotals, Sum } from './totals';
import { sumOf } from './transfer';
import type { ListVerification } from './verifyAccounts';
import type { ListWarning } from './warnings';

interface CheckedList extends KnownOfRows {
	settings: ListSettings;
	file: PaymentFile;
	rows: readonly ListRow[];
	known: KnownAtStitch;
	totals: PaydayTotals | undefined;
	verification: ListVerification;
	listWarnings: readonly ListWarning[];
	/** What the list repeats of a payday of a few days ago. */
	repeats: Repeats | undefined;
	/** Why nothing of the list can be paid; empty if it can. */
	blocked: string;
	checkedAt: string;
	/** The first day whose payments decide who is paid, as an ISO date. */
	since: string;
}

/** The facts about the whole list; amounts are numbers in rand. */
export function summaryOf(checked: CheckedList): IDataObject {
	const { rows, file, known, client, blocked, checkedAt } = checked;
	const { float } = known;
	const headings = Object.entries(file.columns.found).map(([name, { heading }]) => [name, heading]);
	const toPay = rowsToPay(rows);
	const sum = sumToPay(rows);
	const amounts = rows.map((row) => ({ cents: centsInFile(row) ?? 0 }));
	return {
		...{ rows: rows.length, sum: randOf(sumOf(amounts)) },
		...{ toPay: toPay.length, sumToPay: randOf(sum) },
		blocked,
		floatBalance: float === undefined ? null : randOf(float),
		lastTime: lastTimeOf(checked),
		alerts: alertsOf(checked),
		messages: messagesOf(checked, sum),
		notes: notesOf(checked),
		client,
		...(file.readAs && { readAs: file.readAs }),
		/** What the file calls each column: the last check, which sees no file, needs it for its messages. */
		...(headings.length > 0 && { headings: Object.fromEntries(headings) as IDataObject }),
		...(file.total && { total: file.total }),
		/** A later check compares with payments since the same day. */
		comparedSince: checked.since,
		checkedAt,
	};
}

/** The comparison with the last payday, in rand. */
function lastTimeOf({ totals }: CheckedList): IDataObject | null {
	if (totals === undefined) return null;
	const { known, day, daysAgo, daysBefore, earlier, missing } = totals;
	const sums = ['last', 'more', 'less', 'first', 'left', 'since'] as const;
	return {
		...{ day: day ?? null, daysAgo: daysAgo ?? null, daysBefore: daysBefore ?? null },
		known,
		...Object.fromEntries(sums.map((one) => [one, inRand(totals[one])])),
		earlier: earlier.map(({ day: before, ...sum }) => ({ day: before, ...inRand(sum) })),
		missing: missing.map(({ name, bank, account, cents, day: paidOn }) => ({
			...{ beneficiaryName: withNumbersMasked(name), bank, accountNumber: shownAccount(account) },
			...{ lastAmount: randOf(cents), lastDate: paidOn },
		})),
	};
}

const inRand = ({ count, cents }: Sum) => ({ count, sum: randOf(cents) });

/** What can lose money; each says what to do. */
function alertsOf(checked: CheckedList): string[] {
	const { blocked, known, repeats, listWarnings } = checked;
	const { total } = checked.file;
	return [
		!blocked && known.notCompared,
		repeats &&
			!blocked &&
			`${repeats.inWords}. If this is the same list with new references, pay nothing.`,
		...listWarnings.filter(({ severity }) => severity === 'danger').map(({ text }) => text),
		total && !total.agrees && total.message,
	].filter((text) => typeof text === 'string');
}

/** Each says what to do. */
function messagesOf(checked: CheckedList, sum: number): string[] {
	const { comparison, file, listWarnings, known, verification, client } = checked;
	const { float, payouts = [] } = known;
	// Stitch pays in order: what waits is paid before this list.
	const waits = sumOf(payouts.filter(({ meaning }) => meaning === 'paused'));
	const toPay = rowsToPay(checked.rows);
	return [
		comparison?.reused &&
			`Your list has ${numberOf(comparison.reused.count, 'reference')} from ${dayName(comparison.reused.day, comparison.today)}: what was sent then is not paid again. If this is a new payday, ${file.derivedFrom ? 'choose its period' : 'give each row a new reference, or choose what the list pays, and its period'}.`,
		...paydayMessages(checked),
		...listWarnings.filter(({ severity }) => severity === 'check').map(({ text }) => text),
		...numberMessages(toPay),
		...bankMessages(toPay, known),
		float !== undefined &&
			sum > 0 &&
			float < sum + waits &&
			`The float account has ${formatRand(float)}, ${formatRand(sum + waits - float)} too little${waits > 0 ? ` with the ${formatRand(waits)} that already waits` : ''}: fill it first, or some payments wait for up to 7 days.`,
		client === 'test' && testClientMessage(toPay),
		...known.gaps,
		...verification.gaps,
	].filter((text) => typeof text === 'string');
}

function paydayMessages({ totals, settings }: CheckedList): string[] {
	if (totals === undefined) return [];
	const { known, day, today } = totals;
	const { chosen } = settings;
	if (known === 0 && day !== undefined) {
		return [
			`Nobody who was paid on ${dayName(day, today)} is in this list. Check that it is the right one.`,
		];
	}
	if (chosen === undefined || chosen === day) return [];
	const instead = day ? dayName(day, today) : "each payee's own last payment";
	return [
		`Nobody in this list was paid on ${dayName(chosen, today)}, so it is compared with ${instead}.`,
	];
}

function numberMessages(toPay: readonly ReadableRow[]): string[] {
	const asNumbers = toPay.filter(({ sheet }) => sheet.types.accountNumber === 'number');
	const [first] = asNumbers;
	if (first === undefined) return [];
	return [
		`The spreadsheet keeps ${asNumbers.length} of ${toPay.length} account numbers as numbers, so leading zeros may be lost. Format the column as text, and compare row ${first.sheet.row}.`,
	];
}

function bankMessages(toPay: readonly ReadableRow[], { banks }: KnownAtStitch): string[] {
	return [...grouped(toPay, ({ transfer }) => transfer.bank)]
		.filter(([bank]) => ['unavailable', 'degraded'].includes(banks?.get(bank) ?? ''))
		.map(
			([bank, some]) =>
				`${bankName(bank)} has trouble today: ${some.length} of ${toPay.length} payments may arrive late or fail. You can pay them on another day.`,
		);
}

/** Below this, a test client pays, in cents; and only to numbers that end in 0 (spec 4.7). */
const paidInTest = 40_000;

function testClientMessage(toPay: readonly ReadableRow[]): string | undefined {
	const others = toPay.filter(
		({ transfer: { cents, account } }) => cents >= paidInTest || !account.endsWith('0'),
	);
	if (others.length === 0) return undefined;
	return `A test client pays only amounts below R400 to account numbers that end in 0: ${others.length} of ${toPay.length} payments will wait or fail.`;
}

/** Where the user cannot enter a new reference. In the period of next month, next month would count as paid. */
const howToPayMore =
	'To pay the same people for a different month or payday, choose that one. For anything else, choose “Other” with a word, such as back pay.';

/** Facts that are in order, and good to know. */
function notesOf(checked: CheckedList): string[] {
	const { rows, file, verification, known, since, settings } = checked;
	const { total, columns } = file;
	const payouts = known.payouts?.filter(({ day }) => day >= since);
	const days = daysBetween(since, settings.today);
	const compared =
		payouts?.length === 0
			? `No earlier payment was found in the last ${numberOf(days, 'day')}.`
			: `Compared with ${numberOf(payouts?.length ?? 0, 'payment')} of the last ${numberOf(days, 'day')}.`;
	return [
		total?.agrees && total.message,
		columns.top > 0 && `The headings are in row ${columns.top + 1}: nothing above them is paid.`,
		...verification.notes,
		file.derivedFrom !== undefined && rows.some(({ atStitch }) => atStitch) && howToPayMore,
		payouts && compared,
	].filter((text) => typeof text === 'string');
}
