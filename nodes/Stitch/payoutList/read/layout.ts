import { knownBranchCode } from '../../schemas/branchCode';
import type { Columns } from './headings';
import type { ColumnName } from './knownColumns';
import { isEmptyLine, letter, written, type Line } from './line';
import { severalLayouts } from './refused';

/** How a program or a bank lays out a file of payments. */
export interface Layout {
	/** As the page says it, after “Read as”. */
	name: string;
	/** Whether a file is of this layout. It gets no empty lines, and those of a list of cells or a text. */
	fits: (lines: readonly Line[]) => boolean;
	/** Where each value stands; undefined where the file has headings that say so. */
	columns?: (lines: readonly Line[]) => Columns;
	/** The lines with payments, with the cells that `columns` mean; all of them by default. */
	payments?: (lines: readonly Line[]) => readonly Line[];
	/** Whether amounts are whole cents, and not rand. */
	isInCents?: boolean;
	/** Whether account numbers are filled up with zeros. */
	isPadded?: boolean;
	/** The accounts that pay. They are never payees. */
	payers?: (lines: readonly Line[]) => readonly string[];
	/** Account types of what is no bank account, in small letters, as they end “is D: …”. */
	notAccounts?: Readonly<Record<string, string>>;
	/**
	 * Compares the counts and totals of the file with its payments.
	 * @returns a part of a sentence about what agrees; undefined where the file has none
	 * @throws {InvalidInput} where one is missing or does not agree
	 */
	prove?: (lines: readonly Line[]) => string | undefined;
	/** Whether one line could be a payment of this layout, where nothing else marks the file. */
	fitsLine?: (line: Line) => boolean;
}

/** As a spreadsheet shows a long number that it has shortened: its row is refused, not the whole file. */
const shortened = /^\d[.,]\d+E\+?\d+$/i;

/** Whether a cell can be in a column of a file without headings. Any other column can have any text. */
const shapes: Partial<Record<ColumnName, (text: string) => boolean>> = {
	accountNumber: (text) => /^\d{6,20}$/.test(text.replace(/\s/g, '')) || shortened.test(text),
	branchCode: (text) => knownBranchCode(text) !== undefined,
	amount: (text) => /^-?\d[\d ,.]*$/.test(text),
	beneficiaryName: (text) => /\p{L}/u.test(text),
	employeeCode: (text) => text !== '',
};

/** A layout of which every line is a payment, whose columns are known only by their order. */
export function headlessLayout(
	layout: Pick<Layout, 'name' | 'isPadded'>,
	order: readonly ColumnName[],
): Layout {
	const fitsLine = ({ cells }: Line) =>
		cells.slice(order.length).every((cell) => written(cell) === '') &&
		order.every((column, place) => shapes[column]?.(written(cells[place])) ?? true);
	const fits = (lines: readonly Line[]) =>
		lines.every(fitsLine) && lines.some(({ cells }) => hasDecimals(cells[order.indexOf('amount')]));
	return { ...layout, columns: () => columnsInOrder(order), fitsLine, fits };
}

/** If all amounts are whole numbers, they may be cents. */
const hasDecimals = (amount: unknown): boolean => /[.,]\d{1,2}$/.test(written(amount));

/**
 * The layout of a file; undefined for a list that only its headings describe.
 * @throws {InvalidInput} where the lines fit several of them
 */
export function layoutOf(lines: readonly Line[], layouts: readonly Layout[]): Layout | undefined {
	const fitting = layouts.filter(({ fits }) => lines.length > 0 && fits(lines));
	if (fitting.length > 1) throw severalLayouts(fitting.map(({ name }) => name));
	return fitting[0];
}

/** Columns that are known by their order, as a spreadsheet calls them. */
export function columnsInOrder(order: ReadonlyArray<ColumnName | undefined>, top = -1): Columns {
	const found = order.flatMap((column, place) =>
		column === undefined ? [] : [[column, { place, heading: `column ${letter(place)}` }]],
	);
	return { top, found: Object.fromEntries(found) as Columns['found'] };
}

export function sumOfAmounts(amounts: readonly string[]): number {
	return amounts.reduce((sum, amount) => sum + Number(amount), 0);
}

/** A line that n8n has read as cells has been cut at commas. */
export const lineText = ({ text, cells }: Line): string => text ?? cells.map(String).join(',');

export const filledLines = (lines: readonly Line[]): Line[] =>
	lines.filter((line) => !isEmptyLine(line));
