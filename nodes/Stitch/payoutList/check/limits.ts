import type { RunLimits } from '../../run/guard';
import { formatRand } from '../../schemas/money';
import { holdBack, rowsToPay, sumToPay, type ListRow } from './listRow';

/** Limits of Disbursement → Create, in cents; Infinity if none is set. */
export type Limits = RunLimits & { maxCentsPerDay: number };

const askToRaise = 'ask whoever runs your n8n to raise the limit';

/**
 * Keeps back what Create would not send: a row above the limit for one payment, and the whole list above
 * the limit for a run or a day.
 * @param paidToday in cents; undefined if it could not be read
 * @param difference the sum compared with the last payday, such as `, R10.00 more than on 25 October`
 * @returns why nobody would be paid; empty if nothing is wrong
 */
export function applyLimits(
	rows: readonly ListRow[],
	limits: Limits,
	paidToday: number | undefined,
	difference: (cents: number) => string,
): string {
	for (const row of rowsToPay(rows)) {
		const { cents } = row.transfer;
		if (cents <= limits.maxCentsPerItem) continue;
		row.verdict = 'cannotBePaid';
		row.explanation = `${formatRand(cents)} is above your limit for one payment, ${formatRand(limits.maxCentsPerItem)}. Correct the amount, or ${askToRaise}.`;
	}
	const sum = sumToPay(rows);
	const limit = sum > 0 ? brokenLimit(sum, limits, paidToday) : undefined;
	if (limit === undefined) return '';
	holdBack(rows);
	return `Nobody would be paid: this list is ${formatRand(sum)}${difference(sum)}, and ${limit}`;
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
		return 'the payments of today could not be read, which your limit for one day needs. Upload the file again later.';
	}
	if (paidToday + sum <= maxCentsPerDay) return undefined;
	return `with ${formatRand(paidToday)} sent today, your limit for one day is ${formatRand(maxCentsPerDay)}. ${look}, or pay on another day.`;
}
