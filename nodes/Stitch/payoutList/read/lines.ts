import type { IDataObject } from 'n8n-workflow';

import type { Line } from './line';
import { unreadableFile } from './refused';

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

/** Signs between the cells of a line. */
const separators = [',', ';', '\t'];

/**
 * A text file as lines of cells. The sign between the cells is the one that it has most of: where amounts
 * have decimal commas, each line has more semicolons than commas.
 * @throws {InvalidInput} where a quotation mark is missing
 */
function linesOfText(given: string): Line[] {
	// Old programs end a file with a control character.
	const text = decoded(given)
		.replace(/^\ufeff/, '')
		.replace(/\p{Cc}+$/u, '');
	const unquoted = text.replace(/"[^"]*"/g, '');
	const [separator = ','] = separators.toSorted(
		(one, other) => unquoted.split(other).length - unquoted.split(one).length,
	);
	const cell = new RegExp(
		`[ \\u00a0]*"((?:[^"]|"")*)"[ \\u00a0]*(?=${separator}|[\\r\\n]|$)|[^${separator}\\r\\n]*`,
		'y',
	);
	const lines: Line[] = [];
	let row = 1;
	for (let at = 0; at < text.length;) {
		const start = at;
		const cells: string[] = [];
		let sign: string | undefined;
		do {
			cell.lastIndex = at;
			const [all = '', quoted] = cell.exec(text) ?? [];
			if (quoted === undefined && all.trimStart().startsWith('"')) throw openQuotation(row);
			cells.push(quoted?.replaceAll('""', '"') ?? all);
			at += all.length;
			sign = text[at];
			at += text.startsWith('\r\n', at) ? 2 : 1;
		} while (sign === separator);
		const line = text.slice(start, at).replace(/\r?\n$|\r$/, '');
		lines.push({ row, item: 0, cells, text: line });
		row += 1 + (line.match(/\r\n|\n|\r/g) ?? []).length;
	}
	return lines;
}

const openQuotation = (row: number) =>
	unreadableFile(
		`a quotation mark (") is missing or too many in row ${row}`,
		'Correct it, or save the file as an Excel workbook (.xlsx).',
	);

/**
 * The text of a file, of which n8n may have made each byte a letter (its encoding `iso88591`): that loses
 * nothing, and shows whether the file is in UTF-8, in UTF-16, or in an older encoding.
 */
function decoded(given: string): string {
	const bytes = Buffer.from(given, 'latin1');
	if (bytes.toString('latin1') !== given) return given;
	if (given.startsWith('\u00ff\u00fe')) return bytes.toString('utf16le');
	const utf8 = bytes.toString('utf8');
	return utf8.includes('\ufffd') ? given : utf8;
}
