import type { IDataObject } from 'n8n-workflow';

import { brokenLimit, type RunLimits } from '../../run/guard';
import { formatRand, randOf } from '../../schemas/money';
import type { clientKind } from '../../transport/clientToken';
import { quoted } from '../../transport/wording';
import type { Changes } from './changes';
import type { Judged } from './verdicts';
import type { KnownAtStitch } from './knownAtStitch';
import type { WithoutTotal } from './rows';
import { columnNames, nameOfColumn } from './knownColumns';
import type { Columns } from './sheet';
import type { ListWarnings } from './warnings';

/** Limits of Disbursement → Create, in cents; Infinity if none is set. */
export type Limits = RunLimits & { maxCentsPerDay: number };

interface Checked extends KnownAtStitch {
	judged: readonly Judged[];
	warnings: ListWarnings;
	/** Undefined if there is no earlier list of the same people. */
	changes: Changes | undefined;
	columns: Columns;
	total: WithoutTotal['total'];
	limits: Limits;
	/** Sentences about accounts that were and were not verified with their banks. */
	verification: readonly string[];
	client: ReturnType<typeof clientKind>;
	/** ISO 8601, UTC. */
	checkedAt: string;
}

/** The facts about the whole list; amounts are numbers in rand. */
export function summaryOf(checked: Checked): IDataObject {
	const { judged, warnings, columns, float, paidToday, changes, client, checkedAt } = checked;
	const toPay = judged.filter(({ pay }) => pay);
	const sum = toPay.reduce((cents, { payment }) => cents + (payment?.amount.cents ?? 0), 0);
	const alreadyPaid = judged.filter(({ verdict }) => verdict === 'alreadyPaid').length;
	return {
		rows: judged.length,
		toPay: toPay.length,
		sumToPay: randOf(sum),
		alreadyPaid,
		cannotBePaid: judged.length - toPay.length - alreadyPaid,
		withWarnings: [...warnings.byRow.values()].filter(({ texts }) => texts.length > 0).length,
		floatBalance: inRandOrNull(float),
		floatMissing: inRandOrNull(float === undefined ? undefined : Math.max(0, sum - float)),
		paidToday: inRandOrNull(paidToday),
		...dayLimitFacts(checked, sum),
		client,
		columns: columnNames
			.filter((column) => columns.found[column])
			.map((column) => `${nameOfColumn(column)} is “${columns.found[column]?.heading}”`)
			.join(', '),
		headings: Object.fromEntries(
			columnNames.flatMap((column) => {
				const heading = columns.found[column]?.heading;
				return heading === undefined ? [] : [[column, heading]];
			}),
		),
		notes: notesOf(checked),
		messages: messagesOf(checked, sum),
		changesSince: changes?.since ?? null,
		changes: changes?.texts ?? [],
		checkedAt,
	};
}

function dayLimitFacts({ limits: { maxCentsPerDay }, paidToday }: Checked, sum: number) {
	if (maxCentsPerDay === Infinity) return {};
	return {
		dayLimit: randOf(maxCentsPerDay),
		isWithinDayLimit: paidToday === undefined ? null : paidToday + sum <= maxCentsPerDay,
	};
}

/** Facts that are in order, and good to know. */
function notesOf({ total, columns, warnings, verification, recent, days }: Checked): string[] {
	return [
		total?.agrees ? total.message : '',
		columns.top > 0
			? `The headings are in row ${columns.top + 1}: nothing above them is paid.`
			: '',
		...verification,
		...warnings.ofMost,
		recent ? `Compared with ${countedPayouts(recent.length)} of the last ${days} days.` : '',
		"Stitch tests an account number's check digit only when it pays.",
	].filter(Boolean);
}

const countedPayouts = (payouts: number): string =>
	payouts === 1 ? '1 payout' : `${payouts} payouts`;

/** Facts that need a person's attention. */
function messagesOf(
	{ judged, total, float, paidToday, gaps, limits }: Checked,
	sum: number,
): string[] {
	const messages = total && !total.agrees ? [total.message] : [];
	const toPay = judged.flatMap(({ pay, row, payment }) =>
		pay && payment ? [{ itemIndex: row.row, payment }] : [],
	);
	const broken = brokenLimit(toPay, limits, 'row');
	if (broken) messages.push(`${quoted(broken.field)} ${broken.what}: nothing would be sent.`);
	const { maxCentsPerDay } = limits;
	if (float !== undefined && float < sum) {
		messages.push(
			`Your account at Stitch has ${formatRand(float)}, which is ${formatRand(sum - float)} too little: top it up first, or some payments wait for up to 7 days.`,
		);
	}
	if (paidToday !== undefined && paidToday + sum > maxCentsPerDay) {
		messages.push(
			`With ${formatRand(paidToday)} paid out today, this list would be above 'Maximum Total per Day', ${formatRand(maxCentsPerDay)}: nothing would be sent.`,
		);
	}
	return [...messages, ...gaps];
}

const inRandOrNull = (cents: number | undefined): number | null =>
	cents === undefined ? null : randOf(cents);
