import Table from 'cli-table3';
import { isAsExpected, isFinal, type PayoutResult, type PayoutRow } from './payout-rows.mts';

const HEAD = [
	'Row',
	'Reference',
	'Amount',
	'Disbursement ID',
	'Final status',
	'Why',
	'As expected',
];
const MIN_ID_WIDTH = 24;
const REASON_WIDTH = 46;

/** Prints the rows of a payout run one by one as their final statuses arrive. */
export class PayoutTable {
	readonly #rows: PayoutRow[];
	readonly #printed = new Set<number>();
	#widths: number[] | undefined;

	constructor(rows: PayoutRow[]) {
		this.#rows = rows;
	}

	/** Prints the rows that have become final since the last call. */
	update(results: Map<number, PayoutResult>): void {
		for (const [index, row] of this.#rows.entries()) {
			const result = results.get(index);
			if (!isFinal(result) || this.#printed.has(index)) continue;
			this.#printed.add(index);
			this.#print(index, row, result, results);
		}
	}

	/** Prints the rows that never became final, and the last line. */
	finish(results: Map<number, PayoutResult>): void {
		for (const [index, row] of this.#rows.entries()) {
			if (this.#printed.has(index)) continue;
			const result = results.get(index) ?? { id: '', status: 'no answer', detail: '' };
			this.#print(index, row, result, results);
		}
		if (this.#widths) console.log(line('└', '┴', '┘', this.#widths));
	}

	#print(
		index: number,
		row: PayoutRow,
		result: PayoutResult,
		results: Map<number, PayoutResult>,
	): void {
		if (!this.#widths) {
			this.#widths = widths([...results.values()]);
			console.log(line('┌', '┬', '┐', this.#widths));
			console.log(cells(HEAD, this.#widths));
			console.log(line('├', '┼', '┤', this.#widths));
		}
		const asExpected = isAsExpected(row, result)
			? 'yes'
			: `no: ${[row.expectedStatus, row.expectedDetail].filter(Boolean).join(', ')}`;
		const { id, status, detail } = result;
		const text = [String(index + 1), row.reference, row.amount, id, status, detail, asExpected];
		console.log(cells(text, this.#widths));
	}
}

/** The table grows row by row, so its widths are fixed when its first row is printed. */
function widths(results: PayoutResult[]): number[] {
	const id = Math.max(MIN_ID_WIDTH, ...results.map((result) => result.id.length));
	return [5, 11, 10, id + 2, 14, REASON_WIDTH, 16];
}

function cells(text: string[], colWidths: number[]): string {
	const none = ['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid'];
	const chars = Object.fromEntries(
		[...none, 'bottom-left', 'bottom-right', 'mid', 'mid-mid'].map((name) => [name, '']),
	);
	const style = { head: [], border: [] };
	const table = new Table({ colWidths, wordWrap: true, chars, style });
	table.push(text);
	return table.toString();
}

function line(left: string, middle: string, right: string, colWidths: number[]): string {
	return left + colWidths.map((width) => '─'.repeat(width)).join(middle) + right;
}
