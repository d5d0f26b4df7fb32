import type { IExecuteFunctions } from 'n8n-workflow';

import { allOf, quoted } from '../transport/wording';
import type { Entry } from './entry';

/**
 * Shows a hint on the node if Stitch has made payments with other values than were sent: they are on the
 * success output, because they were made, and a column is easily overlooked.
 */
export function showNotAsAsked(
	context: Pick<IExecuteFunctions, 'addExecutionHints'>,
	entries: ReadonlyArray<Pick<Entry, 'output'>>,
): void {
	const labels = entries.map(({ output }) => output?.[0]?.json.notAsAsked ?? []).filter(isSome);
	if (labels.length === 0) return;
	const which = allOf([...new Set(labels.flat())].map((label) => quoted(String(label))));
	const rows = entries.length === 1 ? 'this row' : `${labels.length} of ${entries.length} rows`;
	context.addExecutionHints({
		type: 'warning',
		message: `Stitch returned a different ${which} than was sent for ${rows}: see notAsAsked. Check the payments in Stitch before you pay anything again.`,
	});
}

function isSome(labels: unknown): labels is unknown[] {
	return Array.isArray(labels) && labels.length > 0;
}
