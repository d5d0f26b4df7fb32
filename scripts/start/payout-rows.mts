import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { Execution, Item } from '../../test/host/api.mts';

/** One row of the payout file, with what the file says should become of it. */
interface PayoutRow {
	reference: string;
	expectedStatus: string;
	/** Words that the reason must contain; empty when there is no reason to give. */
	expectedDetail: string;
}

/** What has become of a row. */
interface PayoutResult {
	/** Of the service; `refused` when nothing was sent; `unclear` when nobody knows what happened. */
	status: string;
	/** Why, where there is a reason. */
	detail: string;
}

/** Nodes of examples/pay-a-file.json. */
const CHECK = 'Check the Rows';
const REVIEW = 'Review Page';
/** The rows with their payments; those that were not paid are as they were checked. */
const RESULTS = 'Rows with Results';

/** Reads the rows of a payout file in the columns that `examples/payouts.csv` has. */
export function readRows(file: string): PayoutRow[] {
	const records = parse(readFileSync(file), { columns: true, skip_empty_lines: true, bom: true });
	return (records as Array<Record<string, string>>).map((record) => ({
		reference: record.reference ?? '',
		expectedStatus: record['expected status'] ?? '',
		expectedDetail: record['expected detail'] ?? '',
	}));
}

/** @returns a line for each row that did not come out as its file says */
export function unexpected(rows: PayoutRow[], results: Map<number, PayoutResult>): string[] {
	return rows.flatMap((row, index) => {
		const { status, detail } = results.get(index) ?? { status: 'no answer', detail: '' };
		const { reference, expectedStatus, expectedDetail } = row;
		const isAsExpected =
			status === expectedStatus && detail.toLowerCase().includes(expectedDetail.toLowerCase());
		const told = [status, detail].filter(Boolean).join(', ');
		const wanted = [expectedStatus, expectedDetail].filter(Boolean).join(', ');
		return isAsExpected ? [] : `${reference}: ${told}, instead of ${wanted}.`;
	});
}

/**
 * Reads what has become of the rows from the execution that has paid them.
 * @returns results by the row's place in the file, counted from 0; rows that nothing is known of are
 * left out
 */
export function readResults(execution: Execution, rows: PayoutRow[]): Map<number, PayoutResult> {
	const placeOf = (reference: unknown) => rows.findIndex((row) => row.reference === reference);
	return new Map(
		output(execution, RESULTS).map((item) => [
			placeOf(item.json.externalReference),
			resultOf(item),
		]),
	);
}

function resultOf(item: Item): PayoutResult {
	if (item.json.error !== undefined) return fromFailedItem(item);
	return item.json.pay === false ? notSent(item.json) : fromService(item);
}

/** @returns what was offered for review: how many rows can be paid, and how many cannot */
export function readVerdicts(execution: Execution): { ready: number; refused: number } {
	const checked = output(execution, CHECK);
	const ready = checked.filter(({ json }) => json.pay === true).length;
	return { ready, refused: checked.length - ready };
}

/** @returns the decision that pays what was offered */
export function choiceOf(execution: Execution): string {
	const [page] = output(execution, REVIEW);
	return String(page?.json.choice);
}

function output(execution: Execution, name: string): Item[] {
	const runs = execution.data.resultData.runData[name] ?? [];
	return runs.flatMap((run) => run.data?.main?.[0] ?? []);
}

function notSent({ explanation }: Record<string, unknown>): PayoutResult {
	return { status: 'refused', detail: String(explanation) };
}

function fromService({ json }: Item): PayoutResult {
	return {
		status: String(json.status ?? ''),
		detail: String(json.reasonText ?? ''),
	};
}

/** A failed item: `error` with the message, `details` with what to do. */
function fromFailedItem({ json }: Item): PayoutResult {
	const { howToFix } = (json.details ?? {}) as { howToFix?: string };
	const status = howToFix?.includes('Nothing was sent') ? 'refused' : 'unclear';
	return { status, detail: String(json.error ?? '') };
}
