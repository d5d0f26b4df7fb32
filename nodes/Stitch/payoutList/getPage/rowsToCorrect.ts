import type { IDataObject } from 'n8n-workflow';

import { bankName } from '../../schemas/bank';
import { randOf } from '../../schemas/money';
import { escaped } from '../../actions/html';
import { columnNames, knownColumns, nameOfColumn, type ColumnName } from '../check/knownColumns';
import type { Section, ShownRow } from './sections';
import { workbookOf, workbookType } from './workbook';

/** The heading of the reason in the sheet; Check reads no column with this heading. */
const reasonColumn = 'what to correct';

/** The heading of the row in the uploaded file; Check reads no column with this heading either. */
const rowColumn = 'row in your file';

/**
 * The rows that were not paid and can be paid once they are corrected, as a sheet that Check reads: its
 * columns with their headings, and why each row was not paid.
 * @param headings what the sheet that they are from calls its columns, as Check's summary has it
 */
export function rowsToCorrect(sections: readonly Section[], headings: IDataObject): IDataObject[] {
	const rows = sections.filter(({ isToCorrect }) => isToCorrect).flatMap((one) => one.rows);
	const isUsed = (column: ColumnName) =>
		!knownColumns[column].isOptional || rows.some(({ json }) => writtenText(json[column]) !== '');
	const columns = columnNames.filter(isUsed);
	return rows.map((row) => ({
		// One column can be both references.
		...Object.fromEntries(
			columns.map((column) => [headings[column] ?? nameOfColumn(column), cellOf(row, column)]),
		),
		[rowColumn]: writtenText(row.json.row),
		[reasonColumn]: row.says.join(' '),
	}));
}

function cellOf({ json, cents }: ShownRow, column: ColumnName): string | number {
	if (column === 'amount' && cents !== undefined) return randOf(cents);
	return column === 'bank' ? bankName(writtenText(json.bank)) : writtenText(json[column]);
}

const writtenText = (value: unknown): string =>
	typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** In characters. */
const widths: Record<string, number> = { [rowColumn]: 14, [reasonColumn]: 80 };

const usualWidth = 22;

/** Rows to correct as a workbook; undefined where there are none. */
export function workbookToCorrect(rows: readonly IDataObject[]): Buffer | undefined {
	const headings = Object.keys(rows[0] ?? {});
	if (headings.length === 0) return undefined;
	const cells = rows.map((row) =>
		headings.map((heading) => {
			const value = row[heading];
			return typeof value === 'number' ? value : String(value ?? '');
		}),
	);
	return workbookOf(
		headings,
		cells,
		headings.map((heading) => widths[heading] ?? usualWidth),
	);
}

/** A link that holds the workbook, for a page that a browser shows; empty where there is none. */
export function downloadLink(rows: readonly IDataObject[], fileName: string): string {
	const workbook = workbookToCorrect(rows);
	if (workbook === undefined) return '';
	const what = rows.length === 1 ? 'the row' : `the ${rows.length} rows`;
	const address = `data:${workbookType};base64,${workbook.toString('base64')}`;
	return `<p><a download="${escaped(fileName)}" href="${address}">Download ${what} to correct (.xlsx)</a></p>`;
}

/** The workbook that a link holds, which is not made again: it takes long. Undefined for an empty link. */
export function workbookIn(link: string): Buffer | undefined {
	const [, content] = /href="[^"]*;base64,([^"]*)"/.exec(link) ?? [];
	return content === undefined ? undefined : Buffer.from(content, 'base64');
}
