import Table from 'cli-table3';
import { isAsExpected, type PayoutResult, type PayoutRow } from './payout-rows.mts';

const HEAD = [
	'Row',
	'Reference',
	'Amount',
	'Disbursement ID',
	'Final status',
	'Why',
	'As expected',
];
const REASON_WIDTH = 46;

/** The statuses of the service in the words of the last line, in its order. */
const WORDS: Record<string, string> = {
	completed: 'completed',
	error: 'declined',
	cancelled: 'cancelled',
	reversed: 'reversed',
};

/** @returns the rows as a table, in the order of the file */
export function payoutTable(rows: PayoutRow[], results: Map<number, PayoutResult>): string {
	const colWidths = [null, null, null, null, null, REASON_WIDTH, null];
	const table = new Table({
		head: HEAD,
		colWidths,
		wordWrap: true,
		style: { head: [], border: [] },
		// No lines between the rows: they would make it twice as long.
		chars: { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' },
	});
	for (const [index, row] of rows.entries()) {
		const { id, status, detail } = results.get(index) ?? unanswered;
		const asExpected = isAsExpected(row, results.get(index))
			? 'yes'
			: `no: ${[row.expectedStatus, row.expectedDetail].filter(Boolean).join(', ')}`;
		// As a spreadsheet counts: the first row holds the headings.
		table.push([String(index + 2), row.reference, row.amount, id, status, detail, asExpected]);
	}
	return table.toString();
}

/** @returns for example "8 sent: 4 completed, 4 declined; 5 refused, nothing sent" */
export function totals(rows: PayoutRow[], results: Map<number, PayoutResult>): string {
	const statuses = rows.map((_, index) => (results.get(index) ?? unanswered).status);
	const count = (wanted: string) => statuses.filter((status) => status === wanted).length;
	const sent = statuses.filter((status) => !['refused', 'unclear', 'no answer'].includes(status));
	const known = Object.entries(WORDS).flatMap(([status, word]) => told(count(status), word));
	const open = sent.filter((status) => WORDS[status] === undefined).length;
	return [
		`${sent.length} sent: ${[...known, ...told(open, 'still on their way')].join(', ')}`,
		...told(count('refused'), 'refused, nothing sent'),
		...told(count('unclear') + count('no answer'), 'without a clear answer'),
	].join('; ');
}

const unanswered: PayoutResult = { id: '', status: 'no answer', detail: '' };

function told(number: number, what: string): string[] {
	return number > 0 ? [`${number} ${what}`] : [];
}
