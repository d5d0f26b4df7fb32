import type { IDataObject } from 'n8n-workflow';

import type { Line } from './line';
import { linesOfText } from './textFile';

/**
 * The lines of a file as n8n's Extract from File returns it: the whole text in one item, or an item for
 * each row. Without Header Row, an item has its cells in a list, or by their places if empty ones are left
 * out. With it, the cells of the first row are the keys of all other items.
 */
export function linesOf(items: readonly IDataObject[]): Line[] {
	const [first, ...others] = items;
	if (typeof first?.data === 'string' && others.length === 0) return linesOfText(first.data);
	if (items.every(({ row }) => typeof row === 'object' && row !== null)) {
		return items.map(({ row }, item) => ({ row: item + 1, item, cells: Object.assign([], row) }));
	}
	const keys = [...new Set(items.flatMap((item) => Object.keys(item)))];
	const below = items.map((cells, item) => ({
		row: item + 2,
		item,
		cells: keys.map((key) => cells[key]),
	}));
	return [{ row: 1, cells: keys }, ...below];
}
