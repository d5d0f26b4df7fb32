import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { Execution, Item } from '../../test/host/api.mts';

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

/** Nodes of examples/pay-a-file.json: what they get, row by row, and what they make of it. */
const CHECK = { rows: 'To Pay', answers: 'Check Payment' };
const PAY = { rows: 'Rows to Pay', answers: 'Pay' };

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
	const placeOf = (reference: unknown) => rows.findIndex((row) => row.reference === reference);
	const refused = answers(execution, CHECK).filter(({ answer }) => hasFailed(answer));
	return new Map(
		[...refused, ...answers(execution, PAY)].map(({ reference, answer }) => [
			placeOf(reference),
			hasFailed(answer) ? fromFailedItem(answer) : fromService(answer),
		]),
	);
}

/** @returns what was offered for review, in order: how many rows can be paid, and how many cannot */
export function readVerdicts(execution: Execution): { ready: number; refused: number } {
	const checked = answers(execution, CHECK).map(({ answer }) => hasFailed(answer));
	const refused = checked.filter(Boolean).length;
	return { ready: checked.length - refused, refused };
}

/** @returns what a node has made of each row, in their order */
function answers(execution: Execution, node: { rows: string; answers: string }) {
	const output = (name: string): Item[] =>
		(execution.data.resultData.runData[name] ?? []).flatMap((run) => run.data?.main?.[0] ?? []);
	const references = output(node.rows).map(({ json }) => json.reference);
	return output(node.answers).map((answer, index) => ({ reference: references[index], answer }));
}

const hasFailed = ({ json }: Item) => json.error !== undefined;

function fromService({ json }: Item): PayoutResult {
	return {
		id: String(json.id ?? ''),
		status: String(json.status ?? ''),
		detail: json.reason ? `${String(json.reasonText)} (${String(json.reason)})` : '',
	};
}

/** A failed item: `error` with the message, `details` with what to do. */
function fromFailedItem({ json }: Item): PayoutResult {
	const { howToFix } = (json.details ?? {}) as { howToFix?: string };
	const status = howToFix?.includes('Nothing was sent') ? 'refused' : 'unclear';
	return { id: '', status, detail: String(json.error ?? '') };
}
