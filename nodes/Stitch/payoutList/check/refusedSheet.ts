import type { IDataObject } from 'n8n-workflow';

import { InvalidInput } from '../../schemas/field';
import { allOf } from '../../transport/wording';
import { withNumbersMasked } from '../shownAccount';
import { columnNames, nameOfColumn, type ColumnName } from './knownColumns';

/** Headings are in one of the first rows: there may be a title above them. */
export const mostRowsAbove = 30;

/** A list without headings begins with the account number of a person, which no message shows. */
export function shownHeading(text: string): string {
	return text.slice(0, 100).replace(/\d[\d\s.–-]{3,}/g, '…');
}

/** The headings that a sheet has instead of the needed ones. */
interface FoundInSheet {
	/** The row of the headings, counted from 1; undefined where no row looks like headings. */
	row: number | undefined;
	/** As messages may show them. */
	headings: readonly string[];
	found: Partial<Record<ColumnName, { heading: string }>>;
	needed: readonly ColumnName[];
	/** The signs between the columns, such as `Semicolons`, if the file was read with different ones. */
	separators: string | undefined;
}

/** The only item of a list has no row, but n8n's message that the file could not be read. */
export function notRead(message: string): InvalidInput {
	const what = `could not be read: ${withNumbersMasked(message)}`;
	const fix =
		'Save it as an Excel workbook (.xlsx). In a .csv file, write amounts without a comma, or in quotation marks: "1,500.50".';
	return new InvalidInput([{ field: 'Sheet', what, fix }]);
}

/** Some columns are missing, or the file is no list at all. */
export function notFound(missing: readonly ColumnName[], sheet: FoundInSheet): InvalidInput {
	const kind = kindOfFile(sheet.headings);
	if (kind !== undefined) {
		const mistake = { field: 'Sheet', what: `is ${kind}`, fix: 'Save it as .xlsx or .csv.' };
		return new InvalidInput([mistake]);
	}
	return sheet.row === undefined ? noHeadings(sheet) : missingColumns(missing, sheet);
}

/** The beginnings of files that are not lists, when they are read as text. */
const beginnings: ReadonlyArray<[RegExp, string]> = [
	[/^%PDF/, 'a PDF'],
	[/^PK\p{Cc}/u, 'a workbook or an archive that was read as text'],
	[/^(\u00d0\u00cf|\ufffd+)\p{Cc}/u, 'an old Excel workbook (.xls)'],
	[/^\{\\rtf/, 'a text document'],
	[/^\s*<(!doctype|html|\?xml|table)/i, 'a web page'],
];

function kindOfFile([first = '']: readonly string[]): string | undefined {
	return beginnings.find(([beginning]) => beginning.test(first))?.[1];
}

function noHeadings({ headings, found, needed, separators }: FoundInSheet): InvalidInput {
	const written = headings.filter(Boolean);
	const fix = [
		`Needed: ${needed.map(nameOfColumn).join(', ')}.`,
		`Found in the first row: ${written.join(', ') || 'nothing'}.`,
		separators
			? `${separators} separate the columns of this file, and it was read with something else. Read it with ${separators.toLowerCase()}, or save it as an Excel workbook (.xlsx).`
			: `Write the headings above the rows, in one of the first ${mostRowsAbove} rows. In a workbook with several tabs, only the first is read.`,
	].join('\n');
	const mistake = { field: 'Sheet', what: 'has no row of headings', fix };
	return new InvalidInput([mistake], 'invalidField', neededAndFound(found, needed));
}

function missingColumns(
	missing: readonly ColumnName[],
	{ row, headings, found, needed }: FoundInSheet,
): InvalidInput {
	const written = headings.filter(Boolean).join(', ');
	const fix = `Found in row ${row}: ${written}.\nAdd or rename the column in your file.`;
	const mistakes = missing.map((column) => ({
		field: nameOfColumn(column),
		what: `is in no column: no heading is “${nameOfColumn(column)}” or similar`,
		fix,
	}));
	return new InvalidInput(mistakes, 'invalidField', neededAndFound(found, needed));
}

/** The needed columns next to those that were found, as a table for people. */
function neededAndFound(found: FoundInSheet['found'], needed: readonly ColumnName[]): IDataObject {
	const has = columnNames.filter((column) => needed.includes(column) || found[column]);
	return {
		columns: has.map((column) => ({
			needed: nameOfColumn(column),
			found: found[column]?.heading ?? null,
		})),
	};
}

export function twice(column: ColumnName, headings: readonly string[]): InvalidInput {
	return new InvalidInput([
		{
			field: nameOfColumn(column),
			what: `could be two columns: ${headings.map((text) => `“${text}”`).join(', ')}`,
			fix: 'Rename or remove one of them.',
		},
	]);
}

/** Rows of one table would be read with the headings of another, or not at all. */
export function differentTables(rows: readonly number[]): InvalidInput {
	return new InvalidInput([
		{
			field: 'Sheet',
			what: `has tables with different columns: their headings are in rows ${allOf(rows.map(String))}`,
			fix: 'Put each table into a separate file, or use the same columns in the same order in all of them.',
		},
	]);
}
