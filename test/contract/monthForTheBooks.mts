import { runInNewContext } from 'node:vm';
import { DateTime } from 'luxon';

import { readExample } from '../setup/examples.mts';

export type Json = Record<string, unknown>;

/** What an item of n8n carries. */
interface Item {
	json: Json;
	/** Files by their fields, their content in Base64. */
	binary?: Record<string, { data: string; fileName: string; mimeType: string }>;
}

const { nodes } = readExample('month-for-the-books.json');

/** What the example knows of a month. */
export const NOVEMBER = {
	start: '2026-11-01T00:00:00.000+02:00',
	end: '2026-12-01T00:00:00.000+02:00',
	feePerPayment: 2,
	feePercentOfPayment: 1.5,
	feePerPayout: 0,
	feePercentOfCardPayment: 0,
};

/** What a code node makes of its input and of the lists of a month, with its files. */
export function runWithFiles(
	node: string,
	lists: Record<string, Json[]>,
	month: Json,
	input: Json[] = [{}],
): Item[] {
	const outputs: Record<string, Json[]> = { Month: [month], ...lists };
	const items = (list: Json[] = []) => list.map((json) => ({ json }));
	const $ = (name: string) => ({
		isExecuted: name in outputs,
		all: () => items(outputs[name]),
		first: () => items(outputs[name])[0],
	});
	const $input = { all: () => items(input), first: () => items(input)[0] };
	const code = String(nodes.find(({ name }) => name === node)?.parameters.jsCode);
	const context = { $, $input, DateTime, Buffer };
	const rows = runInNewContext(`(() => {${code}})()`, context) as unknown;
	// Of another context, as far as jest can tell.
	return JSON.parse(JSON.stringify(rows)) as Item[];
}

/** What a code node makes of its input and of the lists of a month. */
export function run(...given: Parameters<typeof runWithFiles>): Json[] {
	return runWithFiles(...given).map(({ json }) => json);
}

/** The rows that the code makes of the lists of a month. */
export const rowsMade = (lists: Record<string, Json[]>, month: Json = NOVEMBER): Json[] =>
	run('Rows', lists, month);

/** A payment, refund or payout that was completed. */
export const record = (externalReference: string, statusDate: string, more: Json = {}) => ({
	id: externalReference,
	externalReference,
	statusDate,
	status: 'completed',
	amount: { quantity: '100.10', currency: 'ZAR' },
	...more,
});
