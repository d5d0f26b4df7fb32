import type { IExecuteFunctions } from 'n8n-workflow';

import { joinWithAnd, quoted } from '../transport/wording';
import type { Entry } from './entry';

const columns = ['notAsAsked', 'notCompared', 'madeTwice'] as const;

type Column = (typeof columns)[number];

/** What a hint says of the values or IDs that a column names, and of the rows with that column. */
const hints: Record<Column, (which: string, rows: string) => string> = {
	notAsAsked: (which, rows) =>
		`Stitch returned a different ${which} than was sent for ${rows}: see notAsAsked. Check the payments in Stitch before you pay anything again.`,
	notCompared: (which, rows) =>
		`Stitch does not show the ${which} of ${rows}, so the node could not compare it: see notCompared. If you have corrected it since the first run, the payment has the old one.`,
	madeTwice: (which, rows) =>
		`Stitch has made more than one payment for ${rows}: see madeTwice. Check the payments ${which} in Stitch before you pay or run anything again.`,
};

/**
 * Shows a hint on the node if Stitch has made payments with other values than were sent or more than
 * once, or does not show all values of payments that were sent before: they are on the success output, and
 * a column is easily overlooked.
 */
export function showNotAsAsked(
	context: Pick<IExecuteFunctions, 'addExecutionHints'>,
	entries: ReadonlyArray<Pick<Entry, 'output'>>,
): void {
	for (const column of columns) {
		const labels = entries.map(({ output }) => output?.[0]?.json[column] ?? []).filter(isSome);
		if (labels.length === 0) continue;
		const which = joinWithAnd([...new Set(labels.flat())].map((label) => quoted(String(label))));
		const rows = entries.length === 1 ? 'this row' : `${labels.length} of ${entries.length} rows`;
		context.addExecutionHints({ type: 'warning', message: hints[column](which, rows) });
	}
}

function isSome(labels: unknown): labels is unknown[] {
	return Array.isArray(labels) && labels.length > 0;
}
