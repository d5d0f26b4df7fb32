import type { IDataObject } from 'n8n-workflow';

/** One line of a sheet. */
export interface Line {
	/** Counted from 1, as the spreadsheet shows it, if n8n has left out no empty rows. */
	row: number;
	/** The item that it came from; undefined for headings that n8n has made the keys of all items. */
	item?: number;
	cells: unknown[];
}

/**
 * The items of n8n's Extract from File as the lines of the sheet. Without Header Row, each item has its
 * cells in a list; with it, the first row's cells are the keys of all others.
 */
export function linesOf(items: readonly IDataObject[]): Line[] {
	if (items.every(({ row }) => Array.isArray(row))) {
		return items.map(({ row }, item) => ({ row: item + 1, item, cells: row as unknown[] }));
	}
	const keys = [...new Set(items.flatMap((item) => Object.keys(item)))];
	const below = items.map((cells, item) => ({
		row: item + 2,
		item,
		cells: keys.map((key) => cells[key]),
	}));
	return [{ row: 1, cells: keys }, ...below];
}

export function isEmptyLine({ cells }: Line): boolean {
	return cells.every((cell) => String(cell ?? '').trim() === '');
}
