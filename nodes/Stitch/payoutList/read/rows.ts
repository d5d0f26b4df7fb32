import { asText } from '../../schemas/asText';
import type { Mistake } from '../../schemas/invalidInput';
import { centsOf, formatRand, moneyIn, randOf } from '../../schemas/money';
import { columnNames, knownColumns, nameOfColumn, type ColumnName } from './knownColumns';
import { hasOneReference, type Columns } from './headings';
import { isEmptyLine, type Line } from './line';

export interface SheetRow {
	row: number;
	item: number;
	cells: Partial<Record<ColumnName, string>>;
	/** The JavaScript types of its cells: a date is an object. */
	types: Partial<Record<ColumnName, string>>;
	/** Why it is not paid, if the file says so. */
	wrong?: Mistake;
}

/**
 * The rows below the headings, without empty ones and those that have the headings again.
 * @param defaults what the user enters for columns that the list does not have
 */
export function rowsOf(
	lines: readonly Line[],
	{ top, found }: Columns,
	defaults: SheetRow['cells'] = {},
): SheetRow[] {
	const places = columnNames.flatMap((column) => {
		const one = found[column];
		return one === undefined ? [] : [{ column, ...one }];
	});
	const areHeadings = ({ cells }: Line) =>
		places.every(({ place, heading }) => asText(cells[place]) === heading);
	return lines.slice(top + 1).flatMap((line) => {
		const { row, item, cells } = line;
		if (item === undefined || isEmptyLine(line) || areHeadings(line)) return [];
		const read: SheetRow = { row, item, cells: { ...defaults }, types: {} };
		for (const { column, place } of places) {
			const text = cellText(cells[place]);
			if (text !== '') read.cells[column] = text;
			read.types[column] = typeof (cells[place] ?? '');
		}
		return [read];
	});
}

/** A formula can give a tiny fraction of a cent too much. */
function cellText(cell: unknown): string {
	if (typeof cell !== 'number') return asText(cell) ?? '';
	const rounded = randOf(centsOf(cell));
	return asText(Math.abs(cell - rounded) < 0.00000001 ? rounded : cell) ?? '';
}

const references = ['externalReference', 'beneficiaryReference'] as const;

const isKeptAsOther = (type = 'string'): boolean => type !== 'string';

/**
 * The sign that replaces a letter that could not be read, even if its bytes were read as Latin-1, and
 * letters with marks whose bytes were (or as Windows-1252): `Ã«` would be a different name than `ë`.
 */
const lost =
	/[\u0080-\u009f\ufffd]|\u00ef\u00bf\u00bd|[\u00c2\u00c3][\u0080-\u00bf\u0152-\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]/;

/**
 * Finds out whether the texts of a row may differ from those that were typed, before it is read as a
 * payment.
 */
export function whyNotAsTyped({ types, cells, wrong }: SheetRow): Mistake | undefined {
	if (wrong !== undefined) return wrong;
	const mistake = (column: ColumnName, what: string, fix: string): Mistake => ({
		field: knownColumns[column].label,
		what,
		fix,
	});
	const changed = references.find((one) => isKeptAsOther(types[one]));
	if (changed !== undefined) {
		const what =
			'is kept as a number or a date by the spreadsheet, which may have changed it, such as 0017 to 17';
		return mistake(
			changed,
			what,
			'Format the column as text, and type the reference from your own list again, with its zeros.',
		);
	}
	// A spreadsheet keeps 15 digits of a number, and makes the others zeros.
	const shortened = columnNames.find(
		(one) => types[one] === 'number' && /\d{16}/.test(cells[one] ?? ''),
	);
	if (shortened !== undefined) {
		const what = 'is kept as a number by the spreadsheet, which has lost its last digits';
		return mistake(shortened, what, 'Format the column as text, and type it again.');
	}
	// As text, the list of 100 and 50 would be R100.50.
	const several = columnNames.find((one) => types[one] === 'object');
	if (several !== undefined) {
		const what = 'is a list, an object or a date, not one text or number';
		return mistake(several, what, 'Enter one text or number in this column.');
	}
	const formula = columnNames.find((one) => cells[one]?.startsWith('='));
	if (formula !== undefined) {
		const fix = 'Save the file in your spreadsheet first, so that it calculates the formula.';
		return mistake(formula, 'is a formula that the spreadsheet has not calculated', fix);
	}
	// In a .csv file, an extra quotation mark joins rows: one row gets the account of another.
	const broken = columnNames.find((one) => /[\r\n]/.test(cells[one] ?? ''));
	if (broken !== undefined) {
		const fix =
			'Write it on one line; in a .csv file, a quotation mark (") may be missing or too many here.';
		return mistake(broken, 'goes over several lines', fix);
	}
	const damaged = columnNames.find((one) => lost.test(cells[one] ?? ''));
	if (damaged === undefined) return undefined;
	const fix = 'Save the file as “CSV UTF-8” or as an Excel workbook (.xlsx).';
	return mistake(damaged, 'has damaged letters', fix);
}

/** In characters (public documentation). */
const longestStatementReference = 20;

/**
 * What is wrong with a reference that is also the statement reference, because the sheet has no separate
 * one. It must not be shortened: the payment may have been made under it.
 */
export function whyNotBothReferences({ cells }: SheetRow, columns: Columns): Mistake | undefined {
	const { externalReference = '' } = cells;
	if (!hasOneReference(columns)) return undefined;
	if ([...externalReference].length <= longestStatementReference) return undefined;
	return {
		field: knownColumns.externalReference.label,
		what: `is too long for a bank statement, which takes ${longestStatementReference} characters`,
		fix: `Add a column “${nameOfColumn('beneficiaryReference')}” with a shorter text, and leave the reference as it is.`,
	};
}

/** What the row of totals of a list says. */
export interface ListTotal {
	message: string;
	/** Whether it is the sum of the rows. */
	agrees: boolean;
}

/**
 * Leaves out the last row with an amount if it names no payee and is the sum of the others, or is called a
 * total, and says whether it is their sum. Subtotals, which name no payee, do not count.
 */
export function splitTotal(
	rows: readonly SheetRow[],
	defaults: SheetRow['cells'] = {},
): { rows: readonly SheetRow[]; total?: ListTotal } {
	const last = rows.findLast(({ cells }) => cells.amount !== undefined);
	const cents = moneyIn(last?.cells.amount)?.cents;
	if (last === undefined || !cents || !isWithoutPayee(last, defaults)) return { rows };
	const others = rows.filter((row) => row !== last);
	const payees = others.filter((row) => !isWithoutPayee(row, defaults));
	const sum = payees.reduce((all, row) => all + (moneyIn(row.cells.amount)?.cents ?? 0), 0);
	// Two payees may get the same amount, so a single row above does not show that it is a sum.
	const isSum = sum === cents && payees.length > 1;
	if (payees.length === 0 || (!isSum && !isCalledTotal(last, defaults))) return { rows };
	const where = `The total in row ${last.row}`;
	if (sum === cents) {
		return {
			rows: others,
			total: { agrees: true, message: `${where} agrees: ${formatRand(cents)}.` },
		};
	}
	const message = `${where} is ${formatRand(cents)}, but the rows above come to ${formatRand(sum)}: check for a row that is missing or wrong.`;
	return { rows: others, total: { agrees: false, message } };
}

function isWithoutPayee({ cells }: SheetRow, defaults: SheetRow['cells']): boolean {
	return cells.accountNumber === undefined && textsIn(cells, defaults).length < 2;
}

function isCalledTotal({ cells }: SheetRow, defaults: SheetRow['cells']): boolean {
	return textsIn(cells, defaults).every((text) => /tota+l|^sum|^som/i.test(text));
}

function textsIn(cells: SheetRow['cells'], defaults: SheetRow['cells']): string[] {
	const { externalReference, beneficiaryName, bank, employeeCode } = cells;
	const isGiven = cells.beneficiaryReference === defaults.beneficiaryReference;
	const statement = isGiven ? undefined : cells.beneficiaryReference;
	const texts = [externalReference, beneficiaryName, bank, employeeCode, statement];
	// One column may be both references.
	return [...new Set(texts.filter((text) => text !== undefined))];
}
