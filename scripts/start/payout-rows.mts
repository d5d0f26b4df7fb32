import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { Execution, Item, NodeRun } from '../../test/host/api.mts';

/** One row of the payout file, with what the file says should become of it. */
export interface PayoutRow {
	reference: string;
	amount: string;
	expectedStatus: string;
	/** Words that the reason must contain; empty when there is no reason to give. */
	expectedDetail: string;
}

/** What has become of a row. */
export interface PayoutResult {
	/** The service's id; empty for a row that was refused before anything was sent. */
	id: string;
	/** Of the service; `refused` when nothing was sent; `unclear` when nobody knows what happened. */
	status: string;
	/** Why, where there is a reason. */
	detail: string;
}

/** Nodes of examples/payout-run.json. */
const CHECK = 'Check Payment';
const TO_PAY = 'One by One';
const PAY = 'Pay';

/** Reads the rows of a payout file in the columns that `examples/payouts.csv` has. */
export function readRows(file: string): PayoutRow[] {
	const records = parse(readFileSync(file), { columns: true, skip_empty_lines: true, bom: true });
	return (records as Array<Record<string, string>>).map((record) => ({
		reference: record.reference ?? '',
		amount: record.amount ?? '',
		expectedStatus: record['expected status'] ?? '',
		expectedDetail: record['expected detail'] ?? '',
	}));
}

/** @returns whether a row came out as its file says */
export function isAsExpected(row: PayoutRow, result: PayoutResult | undefined): boolean {
	return result?.status === row.expectedStatus && result.detail.includes(row.expectedDetail);
}

/**
 * Reads what has become of the rows from an execution of the payout workflow.
 * @returns results by the row's place in the file, counted from 0; rows that nothing is known of are
 * left out
 */
export function readResults(execution: Execution, rows: PayoutRow[]): Map<number, PayoutResult> {
	const runs = execution.data.resultData.runData;
	const results = new Map<number, PayoutResult>();
	for (const item of output(runs[CHECK], 1)) results.set(placeOf(item), fromErrorOutput(item));
	const paid = output(runs[TO_PAY], 0).map(({ json }) => json.reference);
	const rowOf = (item: Item) => rows.findIndex((row) => row.reference === paid[placeOf(item)]);
	for (const item of output(runs[PAY], 0)) results.set(rowOf(item), fromService(item));
	for (const item of output(runs[PAY], 1)) results.set(rowOf(item), fromErrorOutput(item));
	return results;
}

/** @returns what was offered for review, in order: how many rows can be paid, and how many cannot */
export function readVerdicts(execution: Execution): { ready: number; refused: number } {
	const checked = execution.data.resultData.runData[CHECK];
	return { ready: output(checked, 0).length, refused: output(checked, 1).length };
}

/** @returns the items of one output over all runs of a node, in their order */
function output(runs: NodeRun[] | undefined, index: number): Item[] {
	return (runs ?? []).flatMap((run) => run.data?.main?.[index] ?? []);
}

/** @returns which input item of its node an item was made from; -1 if it does not say */
function placeOf({ pairedItem }: Item): number {
	const first = Array.isArray(pairedItem) ? pairedItem[0] : pairedItem;
	return (typeof first === 'number' ? first : first?.item) ?? -1;
}

function fromService({ json }: Item): PayoutResult {
	return {
		id: String(json.id ?? ''),
		status: String(json.status ?? ''),
		detail: String(json.reason ?? ''),
	};
}

/** An item of the error output: its row, `error` with the message, `details` with what to do. */
function fromErrorOutput({ json }: Item): PayoutResult {
	const { howToFix } = (json.details ?? {}) as { howToFix?: string };
	const status = howToFix?.includes('Nothing was sent') ? 'refused' : 'unclear';
	return { id: '', status, detail: String(json.error ?? '') };
}
