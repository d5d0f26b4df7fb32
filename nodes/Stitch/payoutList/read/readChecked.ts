import type { IDataObject } from 'n8n-workflow';

import { asText } from '../../schemas/asText';
import { asFields } from '../../transport/json';
import { columnNames } from './knownColumns';
import type { PaymentFile } from './readFile';
import type { ListTotal } from './rows';

/**
 * Reads rows as an earlier check returned them, by their columns and with their numbers in the file. Whoever
 * approves them sees what that check found in the file.
 */
export function readChecked(items: readonly IDataObject[]): PaymentFile {
	const rows = items.map((line, item) => {
		const cells = columnNames.map((column) => [column, asText(line[column])] as const);
		return {
			...{ row: Number(line.row ?? item + 1), item, types: {} },
			cells: Object.fromEntries(cells.filter(([, text]) => text !== undefined)),
		};
	});
	const { readAs, total, headings, comparedSince } = asFields(
		items.find(({ summary }) => summary)?.summary,
	);
	const found = columnNames.flatMap((column, place) => {
		const heading = asText(asFields(headings)[column]);
		return heading === undefined ? [] : [[column, { place, heading }] as const];
	});
	return {
		...{
			rows,
			columns: { top: 0, found: Object.fromEntries(found) },
			readAs: asText(readAs) ?? '',
			comparedSince: asText(comparedSince),
		},
		...(isTotal(total) && { total }),
	};
}

function isTotal(total: unknown): total is ListTotal {
	const { message, agrees } = asFields(total);
	return typeof message === 'string' && typeof agrees === 'boolean';
}
