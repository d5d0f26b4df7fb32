import type { IDataObject } from 'n8n-workflow';

import { asText } from '../../schemas/field';
import { columnNames } from './knownColumns';
import type { ReferencedFile } from './readWithReferences';

/** Reads rows as an earlier check returned them, by their columns and with their numbers in the file. */
export function readChecked(items: readonly IDataObject[]): ReferencedFile {
	const rows = items.map((line, item) => {
		const cells = columnNames.map((column) => [column, asText(line[column])] as const);
		return {
			...{ row: Number(line.row ?? item + 1), item, types: {} },
			cells: Object.fromEntries(cells.filter(([, text]) => text !== undefined)),
		};
	});
	return { rows, columns: { top: 0, found: {} }, readAs: '' };
}
