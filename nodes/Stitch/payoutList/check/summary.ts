import type { IDataObject } from 'n8n-workflow';

import { bankName } from '../../schemas/bank';
import { formatRand, randOf } from '../../schemas/money';
import type { clientKind } from '../../transport/clientToken';
import { grouped } from '../grouped';
import { numberOf } from '../numberOf';
import { shownAccount, withNumbersMasked } from '../shownAccount';
import type { FileComparison } from './comparison';
import { dayName } from './days';
import { columnNames, nameOfColumn } from '../read/knownColumns';
import type { KnownAtStitch } from './knownAtStitch';
import type { Limits } from './limits';
import { centsInFile, rowsToPay, sumToPay, type ListRow, type ReadableRow } from './listRow';
import type { WithoutTotal } from '../read/rows';
import type { Columns } from '../read/headings';
import type { repeatsOf } from './repeats';
import type { Sum, PaydayTotals } from './totals';
import { sumOf } from './transfer';
import type { ListWarning } from './warnings';

/** Everything that is known of a list that was checked. */
export interface Checked extends KnownAtStitch {
	rows: readonly ListRow[];
	/** Why nothing of the list can be paid; empty if it can. */
	blocked: string;
	/** Undefined if the earlier payouts could not be read. */
	comparison: FileComparison | undefined;
	totals: PaydayTotals | undefined;
	ofMost: readonly ListWarning[];
	/** What the list repeats of a payday of a few days ago. */
	repeats: ReturnType<typeof repeatsOf>;
	columns: Columns;
	/** The row of totals, if the sheet has one. */
	total: WithoutTotal['total'];
	/** How the file was read, in a sentence. */
	readAs: string;
	limits: Limits;
	/** The payday that the user has chosen. */
	chosen: string | undefined;
	/** How many days back the rows are compared. */
	days: number;
	/** Sentences about accounts that were and were not verified with their banks. */
	verification: readonly string[];
	client: ReturnType<typeof clientKind>;
	/** ISO date in the zone of the workflow. */
	today: string;
	checkedAt: string;
}

/** The facts about the whole list; amounts are numbers in rand. */
export function summaryOf(checked: Checked): IDataObject {
	const { rows, readAs, total, float, paidToday, client, blocked, limits } = checked;
	const headings = headingsIn(checked.columns);
	const toPay = rowsToPay(rows);
	const sum = sumToPay(rows);
	const inFile = rows.map((row) => ({ cents: centsInFile(row) ?? 0 }));
	const toConfirm = rows.filter(({ verdict }) => verdict === 'confirmFirst');
	return {
		...{ rows: rows.length, sum: randOf(sumOf(inFile)) },
		unclearAmounts: rows.filter((row) => centsInFile(row) === undefined).length,
		...{ toPay: toPay.length, sumToPay: randOf(sum) },
		toConfirm: toConfirm.length,
		sumToConfirm: randOf(sumOf(toConfirm.flatMap(({ transfer }) => transfer ?? []))),
		withWarnings: rows.filter(({ warnings }) => warnings.length > 0).length,
		blocked,
		floatBalance: inRandOrNull(float),
		floatMissing: inRandOrNull(float === undefined ? undefined : Math.max(0, sum - float)),
		paidToday: inRandOrNull(paidToday),
		dayLimit: limits.maxCentsPerDay === Infinity ? null : randOf(limits.maxCentsPerDay),
		lastTime: lastTimeOf(checked),
		alerts: alertsOf(checked),
		messages: messagesOf(checked, sum),
		notes: notesOf(checked),
		client,
		...(readAs && { readAs }),
		...(headings && { columns: headings }),
		...(total && { total }),
		checkedAt: checked.checkedAt,
	};
}

/** What the file calls each column. */
const headingsIn = ({ found }: Columns): string =>
	columnNames
		.filter((column) => found[column])
		.map((column) => `${nameOfColumn(column)} is “${found[column]?.heading}”`)
		.join(', ');

/** The comparison with the last payday, in rand. */
function lastTimeOf({ totals }: Checked): IDataObject | null {
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
function alertsOf(checked: Checked): string[] {
	const { blocked, notCompared, repeats, total, ofMost } = checked;
	return [
		notCompared,
		repeats &&
			!blocked &&
			`${repeats.inWords}. If this is the same list with new references, pay nothing.`,
		...ofMost.filter(({ severity }) => severity === 'danger').map(({ text }) => text),
		total && !total.agrees && total.message,
	].filter((text) => typeof text === 'string');
}

/** What needs a person; each says what to do. */
function messagesOf(checked: Checked, sum: number): string[] {
	const { comparison, ofMost, float, gaps, client, today } = checked;
	const toPay = rowsToPay(checked.rows);
	const reused = comparison?.reused;
	return [
		reused &&
			`Your file has ${reused.count} references that were sent on ${dayName(reused.day, today)}: those rows are not paid again. If this is a new payday, give each row a new reference.`,
		...aboutPayday(checked),
		...ofMost.filter(({ severity }) => severity === 'check').map(({ text }) => text),
		...aboutNumbers(toPay),
		...aboutBanks(toPay, checked),
		float !== undefined &&
			float < sum &&
			`The float account has ${formatRand(float)}, ${formatRand(sum - float)} too little: fill it first, or some payments wait for up to 7 days.`,
		client === 'test' && ofTestClient(toPay),
		...gaps,
	].filter((text) => typeof text === 'string');
}

function aboutPayday({ totals, chosen, today }: Checked): string[] {
	if (totals === undefined) return [];
	const { known, day, last } = totals;
	if (known === 0 && day !== undefined) {
		return [
			`None of the ${last.count} people paid on ${dayName(day, today)} is in this file. Check that it is the right file.`,
		];
	}
	if (chosen === undefined || chosen === day) return [];
	const instead = day ? dayName(day, today) : "each payee's own last payment";
	return [
		`Nobody in this file was paid on ${dayName(chosen, today)}, so the file is compared with ${instead}.`,
	];
}

function aboutNumbers(toPay: readonly ReadableRow[]): string[] {
	const asNumbers = toPay.filter(({ sheet }) => sheet.types.accountNumber === 'number');
	const [first] = asNumbers;
	if (first === undefined) return [];
	return [
		`The spreadsheet keeps ${asNumbers.length} of ${toPay.length} account numbers as numbers, so leading zeros may be lost. Format the column as text, and compare row ${first.sheet.row}.`,
	];
}

function aboutBanks(toPay: readonly ReadableRow[], { banks }: Checked): string[] {
	return [...grouped(toPay, ({ transfer }) => transfer.bank)]
		.filter(([bank]) => ['unavailable', 'degraded'].includes(banks?.get(bank) ?? ''))
		.map(
			([bank, some]) =>
				`${bankName(bank)} has trouble today: ${some.length} of ${toPay.length} payments may arrive late or fail. You can pay them on another day.`,
		);
}

/** Below this, a test client pays, in cents; and only to numbers that end in 0 (spec 4.7). */
const paidInTest = 40_000;

function ofTestClient(toPay: readonly ReadableRow[]): string | undefined {
	const others = toPay.filter(
		({ transfer: { cents, account } }) => cents >= paidInTest || !account.endsWith('0'),
	);
	if (others.length === 0) return undefined;
	return `A test client pays only amounts below R400 to account numbers that end in 0: ${others.length} of ${toPay.length} payments wait or fail.`;
}

/** Facts that are in order, and good to know. */
function notesOf({ total, columns, verification, payouts, days }: Checked): string[] {
	const compared =
		payouts?.length === 0
			? `No earlier payment was found in the last ${days} days.`
			: `Compared with ${numberOf(payouts?.length ?? 0, 'payment')} of the last ${days} days.`;
	return [
		total?.agrees && total.message,
		columns.top > 0 && `The headings are in row ${columns.top + 1}: nothing above them is paid.`,
		...verification,
		payouts && compared,
	].filter((text) => typeof text === 'string');
}

const inRandOrNull = (cents: number | undefined): number | null =>
	cents === undefined ? null : randOf(cents);
