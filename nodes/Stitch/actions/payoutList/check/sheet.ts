import type { IDataObject } from 'n8n-workflow';

import { asText, InvalidInput } from '../../../schemas/field';
import { allOf } from '../../../transport/wording';

/** One line of a sheet. */
export interface Line {
	/** Counted from 1, as the spreadsheet shows it; too low after an empty row that n8n left out. */
	row: number;
	/** The item that it came from; undefined for headings that n8n has made the keys of all items. */
	item?: number;
	cells: unknown[];
}

/**
 * The items of n8n's Extract from File as the lines of the sheet. Without Header Row, each item has its
 * cells in a list, or by their places where empty ones are left out; with it, the first row's cells are
 * the keys of all others.
 */
export function linesOf(items: readonly IDataObject[]): Line[] {
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

export function isEmptyLine({ cells }: Line): boolean {
	return cells.every((cell) => asText(cell) === undefined);
}

/** The columns of a list, as the operation puts them out. */
export type ColumnName =
	| 'externalReference'
	| 'beneficiaryName'
	| 'bank'
	| 'accountNumber'
	| 'amount'
	| 'beneficiaryReference'
	| 'idNumber'
	| 'initials'
	| 'familyName';

interface KnownColumn {
	/** As the editor labels it. */
	label: string;
	/** What people call it, in English and Afrikaans; the first is the name to suggest. */
	names: string;
	/** Whether a list can do without it. */
	isOptional?: boolean;
}

export const knownColumns: Record<ColumnName, KnownColumn> = {
	externalReference: {
		label: 'External Reference',
		names:
			'reference, our reference, own reference, external reference, unique reference, verwysing, ons verwysing, eie verwysing',
	},
	beneficiaryName: {
		label: 'Beneficiary Name',
		names:
			'name, full name, beneficiary, beneficiary name, payee, payee name, recipient, recipient name, employee, employee name, account holder, account name, naam, volle naam, begunstigde, begunstigde naam, ontvanger, werknemer, werknemer naam, rekeninghouer',
	},
	bank: { label: 'Bank', names: 'bank, bank name, beneficiary bank, banknaam, begunstigde bank' },
	accountNumber: {
		label: 'Account Number',
		names:
			'account number, account, account no, account nr, acc no, acc number, bank account, bank account number, beneficiary account, beneficiary account number, rekening, rekeningnommer, rekening no, rekening nr, bankrekening, bankrekeningnommer',
	},
	amount: {
		label: 'Amount',
		names:
			'amount, amount due, payment amount, net pay, nett pay, net salary, nett salary, salary, net, nett, net amount, nett amount, amount payable, nett payable, take home, take home pay, total, total due, total amount, bedrag, betaalbedrag, netto, netto bedrag, te betaal, totaal, netto betaling, netto salaris, netto loon, salaris, loon',
	},
	beneficiaryReference: {
		label: 'Beneficiary Reference',
		names:
			'statement reference, beneficiary reference, payment reference, bank statement reference, bank reference, their reference, recipient reference, statement, begunstigde verwysing, betaalverwysing, betalingsverwysing, staatverwysing, bankverwysing, hulle verwysing',
	},
	idNumber: {
		label: 'ID Number',
		names: 'id number, id, id no, identity number, sa id number, id nommer, identiteitsnommer',
		isOptional: true,
	},
	initials: { label: 'Initials', names: 'initials, voorletters', isOptional: true },
	familyName: {
		label: 'Family Name',
		names: 'family name, surname, last name, van, familienaam',
		isOptional: true,
	},
};

/** What a sheet should call a column. */
export function nameOfColumn(column: ColumnName): string {
	return knownColumns[column].names.split(', ')[0] ?? column;
}

export const columnNames = Object.keys(knownColumns) as ColumnName[];

/** What the user calls columns that are not known by their headings. */
export type NamedColumns = Partial<Record<ColumnName, string>>;

/** Where a list has its headings, and which of them is which column. */
export interface Columns {
	/** The position of the headings among the lines. */
	top: number;
	/** The position and the heading of each column that the list has. */
	found: Partial<Record<ColumnName, { place: number; heading: string }>>;
}

/** Headings stand in one of the first rows: a title may stand above them. */
const mostRowsAbove = 30;

/** A row in which fewer are recognised is no row of headings. */
const leastRecognised = 3;

/**
 * “Account No.”, “account_no” and “Amount (R)” are `accountno` and `amount`, and “Ref. no” is `reference`.
 * A heading of signs alone is itself, so that it is not that of a column without a heading.
 */
function plain(text: unknown): string {
	const written = String(text ?? '')
		.trim()
		.toLowerCase();
	const letters = written
		.normalize('NFD')
		.replace(/\((r|zar)\)/g, '')
		.replace(/[^\p{L}\p{N}]/gu, '')
		.replace(/ref(erence)?(no|nr|number)?$/, 'reference');
	return letters || written;
}

/**
 * Finds the columns of a list by their headings.
 * @param mayLack columns that the user has given a value for
 * @throws {InvalidInput} where one is missing, or could be two
 */
export function findColumns(
	lines: readonly Line[],
	named: NamedColumns,
	mayLack: readonly ColumnName[] = [],
): Columns {
	const namesOf = new Map(columnNames.map((column) => [column, plainNames(column, named)]));
	const recognised = ({ cells }: Line) =>
		columnNames.filter((column) => cells.some((cell) => namesOf.get(column)?.has(plain(cell))));
	const counts = lines.slice(0, mostRowsAbove).map((line) => recognised(line).length);
	const most = Math.max(0, ...counts);
	const isFound = most >= leastRecognised;
	const top = isFound ? counts.indexOf(most) : lines.findIndex((line) => !isEmptyLine(line));
	const texts = (lines[top]?.cells ?? []).map((cell) => String(cell ?? '').trim());
	const headings = texts.map(headingOf);
	const found: Columns['found'] = {};
	for (const [column, names] of namesOf) {
		const read = named[column] ? texts : texts.map((text) => asInSheet(text, texts));
		const places = read.flatMap((text, place) => (names.has(plain(text)) ? [place] : []));
		if (places.length > 1)
			throw twice(
				column,
				places.map((place) => headings[place] ?? ''),
			);
		const [place] = places;
		if (place !== undefined) found[column] = { place, heading: headings[place] ?? '' };
	}
	const needed = columnNames.filter(
		(column) => !knownColumns[column].isOptional && !mayLack.includes(column),
	);
	const missing = needed.filter((column) => found[column] === undefined);
	if (missing.length > 0) throw notFound(missing, headings, isFound ? lines[top]?.row : undefined);
	const placeIn = ({ cells }: Line, column: ColumnName) =>
		cells.findIndex((cell) => namesOf.get(column)?.has(plain(cell)));
	const tables = lines.filter((line) => needed.every((column) => placeIn(line, column) >= 0));
	const isOther = (line: Line) =>
		columnNames.some((column) => placeIn(line, column) !== (found[column]?.place ?? -1));
	if (tables.some(isOther)) throw differentTables(tables);
	return { top, found };
}

/** n8n calls a second column of one heading `Amount_1`. */
function asInSheet(text: string, texts: readonly string[]): string {
	const first = /^(.+)_\d+$/.exec(text)?.[1];
	return first !== undefined && texts.includes(first) ? first : text;
}

/** What the user calls a column counts alone: another one may have a name that is known, too. */
function plainNames(column: ColumnName, named: NamedColumns): Set<string> {
	const names = named[column] ? [named[column]] : knownColumns[column].names.split(', ');
	return new Set(names.map(plain));
}

/** A list without headings begins with the account number of a person, which no message shows. */
function headingOf(text: string): string {
	return text.slice(0, 100).replace(/\d[\d\s.–-]{3,}/g, '…');
}

function twice(column: ColumnName, headings: string[]): InvalidInput {
	return new InvalidInput([
		{
			field: knownColumns[column].label,
			what: `could be two columns: ${listed(headings)}`,
			fix: "Rename or remove one of them, or name the right one under 'Columns'.",
		},
	]);
}

/** The rows of one table would be read by the headings of another, or not at all. */
function differentTables(tables: readonly Line[]): InvalidInput {
	const rows = allOf(tables.map(({ row }) => String(row)));
	return new InvalidInput([
		{
			field: 'Sheet',
			what: `has tables with different columns: their headings are in rows ${rows}`,
			fix: 'Put each table into a file of its own, or give all of them the same columns in the same order.',
		},
	]);
}

function notFound(
	missing: readonly ColumnName[],
	headings: readonly string[],
	row: number | undefined,
): InvalidInput {
	const found = headings.filter(Boolean).join(', ') || 'nothing';
	if (row === undefined) {
		const needed = columnNames.filter((column) => !knownColumns[column].isOptional);
		const fix = [
			`Needed: ${needed.map(nameOfColumn).join(', ')}.`,
			`Found in the first row: ${found}.`,
			found.includes(';')
				? 'If semicolons separate the columns of this file, enter ; as the Delimiter in Extract from File.'
				: `Write the headings above the rows, in one of the first ${mostRowsAbove} rows. Of a workbook with several tabs, only the first is read.`,
		].join('\n');
		return new InvalidInput([{ field: 'Sheet', what: 'has no row of headings', fix }]);
	}
	const fix = `Found in row ${row}: ${found}.\nAdd or rename the column in the sheet, or enter its heading under 'Columns' in the node.`;
	return new InvalidInput(
		missing.map((column) => ({
			field: knownColumns[column].label,
			what: `is in no column: no heading is “${nameOfColumn(column)}” or similar`,
			fix,
		})),
	);
}

const listed = (texts: readonly string[]): string => texts.map((text) => `“${text}”`).join(', ');
