import type { IDataObject } from 'n8n-workflow';

import { InvalidInput } from '../../schemas/invalidInput';
import { joinWithAnd, joinWithOr } from '../../transport/wording';
import { withNumbersMasked } from '../shownAccount';
import { columnNames, nameOfColumn, type ColumnName } from './knownColumns';
import { letter } from './line';

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

/** Why n8n, or the reading of a text, came to no lines. */
export function unreadableFile(
	message: string,
	fix = 'Save it as an Excel workbook (.xlsx). In a .csv file, write amounts without a comma, or in quotation marks: "1,500.50".',
): InvalidInput {
	const what = `could not be read: ${withNumbersMasked(message)}`;
	return new InvalidInput([{ field: 'Sheet', what, fix }]);
}

/** A file that carries its own counts and totals, or its own shape, was cut or changed. */
export function incompleteFile(what: string): InvalidInput {
	const fix = 'Make the file again in your payroll program, and upload it as it is.';
	return new InvalidInput([{ field: 'File', what, fix }]);
}

/** The lines fit several layouts, in which the same cell has different meanings. */
export function severalLayouts(names: readonly string[]): InvalidInput {
	const what = `can be read in different ways: as ${joinWithOr([...names])}`;
	return new InvalidInput([{ field: 'File', what, fix: addHeadings }]);
}

const addHeadings =
	'Write headings above the rows, such as name, branch code, account number and amount.';

/** Most lines fit a layout without headings, and some do not. */
export function unlikeRows(name: string, rows: readonly number[]): InvalidInput {
	const what =
		rows.length === 0
			? `looks like ${name}, but no amount has decimals: they could be rand or cents`
			: `looks like ${name}, but ${theRows(rows)} cannot be read as one`;
	const fix =
		rows.length === 0
			? `${addHeadings} Below headings, amounts are in rand.`
			: 'Check these rows, above all the branch code and the account number. A file with different kinds of rows cannot be read.';
	return new InvalidInput([{ field: 'File', what, fix }]);
}

/** A sign between cells, inside a value, has moved all cells after it. */
export function tooManyCells(rows: readonly number[]): InvalidInput {
	const what = `has more cells than headings in ${theRows(rows)}`;
	const fix =
		'A comma or semicolon inside a value begins a new cell: write that value in quotation marks, such as "1,500.50". Excel may also have added empty cells at the end: save the file as an Excel workbook (.xlsx) instead.';
	return new InvalidInput([{ field: 'Sheet', what, fix }]);
}

function theRows(rows: readonly number[]): string {
	const some = rows.slice(0, 5).map(String);
	const more = rows.length > some.length ? [`${rows.length - some.length} more`] : [];
	return `${rows.length === 1 ? 'row' : 'rows'} ${joinWithAnd([...some, ...more])}`;
}

export function emptyList(): InvalidInput {
	const what = 'has no rows below the headings';
	return new InvalidInput([{ field: 'Sheet', what, fix: 'Check that the sheet has rows to pay.' }]);
}

/** With Header Row, n8n keeps only the last of several columns with one heading. */
export function oneAccount(): InvalidInput {
	const what = 'is the same for all of several names: it may be the account that pays';
	const fix = "In n8n's Extract from File, turn 'Header Row' off.";
	return new InvalidInput([{ field: 'Account Number', what, fix }]);
}

/** Some columns are missing, or the file is no list at all. */
export function missingHeadings(missing: readonly ColumnName[], sheet: FoundInSheet): InvalidInput {
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
	// Most payroll programs write none.
	const other = missing.includes('externalReference')
		? " For the reference, you can instead choose what the list pays, and for which month or day ('Payments For', 'Period')."
		: '';
	const fix = `Found in row ${row}: ${written}.\nAdd or rename the column in your file.${other}`;
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

export function severalColumns(
	column: ColumnName,
	places: readonly number[],
	headings: readonly string[],
): InvalidInput {
	const named = new Set(places.map((place) => headings[place]));
	// Of two columns with one heading, only their letters tell which is which.
	const where = (place: number) => (named.size === 1 ? ` (column ${letter(place)})` : '');
	const columns = places.map((place) => `“${headings[place] ?? ''}”${where(place)}`);
	return new InvalidInput([
		{
			field: nameOfColumn(column),
			what: `could be two columns: ${columns.join(', ')}`,
			fix: 'Rename or remove one of them.',
		},
	]);
}

/** Rows of one table would be read with the headings of another, or not at all. */
export function differentTables(rows: readonly number[]): InvalidInput {
	return new InvalidInput([
		{
			field: 'Sheet',
			what: `has tables with different columns: their headings are in rows ${joinWithAnd(rows.map(String))}`,
			fix: 'Put each table into a separate file, or use the same columns in the same order in all of them.',
		},
	]);
}
