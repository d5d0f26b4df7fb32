import type { RunLimits } from '../../run/guard';
import { formatRand } from '../../schemas/money';
import { comparedWithDay } from '../difference';
import { dayName } from './days';
import { holdBack, rowsToPay, sumToPay, type ListRow } from './listRow';
import type { PaydayTotals } from './totals';

/** Limits of Disbursement → Create, in cents; Infinity if none is set. */
export type Limits = RunLimits & { maxCentsPerDay: number };

const askToRaise = 'ask the person who runs your n8n to raise the limit';

/** Leaves out each row that is above the limit for one payment. */
export function leaveOutAboveLimit(rows: readonly ListRow[], { maxCentsPerItem }: Limits): void {
	for (const row of rowsToPay(rows)) {
		const { cents } = row.transfer;
		if (cents <= maxCentsPerItem) continue;
		row.verdict = 'cannotBePaid';
		row.explanation = `${formatRand(cents)} is above your limit for one payment, ${formatRand(maxCentsPerItem)}. Correct the amount, or ${askToRaise}.`;
	}
}

/** What the sum of a list is compared with. */
interface Known {
	/** In cents; undefined if it could not be read. */
	paidToday: number | undefined;
	totals: PaydayTotals | undefined;
}

/**
 * Keeps back a list that is above the limit for a run or a day.
 * @returns why nobody would be paid; empty if nothing is wrong
 */
export function blockAboveLimits(
	rows: readonly ListRow[],
	limits: Limits,
	{ paidToday, totals }: Known,
): string {
	const sum = sumToPay(rows);
	const limit = sum > 0 ? brokenLimit(sum, limits, paidToday) : undefined;
	if (limit === undefined) return '';
	return holdBack(
		rows,
		`Nobody would be paid: this list is ${formatRand(sum)}${difference(sum, totals)}, and ${limit}`,
	);
}

/** Such as `, R10.00 (1.0 %) more than on 25 October`; empty if there is no payday to compare with. */
function difference(sum: number, totals: PaydayTotals | undefined): string {
	if (totals?.day === undefined || totals.known === 0) return '';
	return `, ${comparedWithDay(sum, totals.last.cents, dayName(totals.day, totals.today))}`;
}

function brokenLimit(
	sum: number,
	{ maxCentsPerRun, maxCentsPerDay }: Limits,
	paidToday: number | undefined,
): string | undefined {
	const look = `Look at the first rows. If they are right, ${askToRaise}`;
	if (sum > maxCentsPerRun)
		return `your limit for one run is ${formatRand(maxCentsPerRun)}. ${look}.`;
	if (maxCentsPerDay === Infinity) return undefined;
	if (paidToday === undefined) {
		return 'the payments of today could not be read, which your limit for one day needs. Check the list again later.';
	}
	if (paidToday + sum <= maxCentsPerDay) return undefined;
	return `with ${formatRand(paidToday)} sent today, your limit for one day is ${formatRand(maxCentsPerDay)}. ${look}, or pay on another day.`;
}
