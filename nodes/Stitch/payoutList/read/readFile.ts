import type { IDataObject } from 'n8n-workflow';

import { textOf } from '../../transport/json';
import {
	findColumns,
	payersIn,
	shareReferenceColumn,
	type Columns,
	type NamedColumns,
} from './headings';
import { numberOf } from '../../transport/wording';
import type { ColumnName } from './knownColumns';
import { layoutOf, filledLines, type Layout } from './layout';
import { layouts } from './layouts';
import { isEmptyLine, written, type Line } from './line';
import { linesOf } from './lines';
import { readPayee, plainAccount } from './payee';
import { emptyList, unlikeRows, unreadableFile, oneAccount, tooManyCells } from './refused';
import { rowsOf, splitTotal, type ListTotal, type SheetRow } from './rows';

export interface PaymentFile {
	rows: readonly SheetRow[];
	/** Undefined if it has no row of totals. */
	total?: ListTotal;
	columns: Columns;
	/** How it was read, in a sentence. */
	readAs: string;
	/** The beginning of all its references, if they are derived, such as `salaries-2026-11-`. */
	derivedFrom?: string;
	/** The first day whose payments an earlier check of it was compared with, as an ISO date. */
	comparedSince?: string;
}

/** What the user says about a file. */
export interface FileReading {
	named?: NamedColumns;
	/** For columns that the file does not have. */
	defaults?: SheetRow['cells'];
	/** Other columns that it can do without. */
	mayLack?: readonly ColumnName[];
}

/**
 * Reads the file that a payroll program, a bank or a person has made.
 * @param items what n8n's Extract from File returns: lines of cells, or one item with the whole text
 * @throws {InvalidInput} for a file that cannot be read with certainty
 */
export function readFile(
	items: readonly IDataObject[],
	{ named = {}, defaults = {}, mayLack = [] }: FileReading = {},
): PaymentFile {
	const unread = messageOnly(items);
	if (unread !== undefined) throw unreadableFile(unread);
	const lines = linesOf(items);
	const written = filledLines(lines);
	// As keys, the cells of the first line have lost their order, or one of two that are the same.
	const isKeyed = lines.some(({ item }) => item === undefined);
	const layout = isKeyed ? undefined : layoutOf(written, layouts);
	if (layout === undefined && !isKeyed) requireEachLine(written);
	const lacking = [...mayLack, ...(Object.keys(defaults) as ColumnName[])];
	const columns = shareReferenceColumn(
		layout?.columns?.(written) ?? findColumns(lines, named, lacking),
		lacking,
	);
	const agreement = layout?.prove?.(written);
	const payments = layout?.payments?.(written) ?? (layout?.columns ? written : lines);
	requireHeadingForEachCell(payments, columns);
	const payers = layout?.payers?.(written) ?? payersIn(lines, columns);
	const how = { ...layout, payers: new Set(payers.map((one) => plainAccount(String(one ?? '')))) };
	how.payers.delete('');
	const read = rowsOf(payments, columns, defaults).map((row) => readPayee(row, how));
	if (isKeyed) requireSeveralAccounts(read);
	const list = splitTotal(read, defaults);
	if (list.rows.length === 0) throw emptyList();
	return { ...list, columns, readAs: sentence(layout, columns, list.rows.length, agreement) };
}

/** What n8n returns instead of a file that it cannot read, if it is set to continue. */
function messageOnly([first, ...more]: readonly IDataObject[]): string | undefined {
	const { error, ...others } = first ?? {};
	return more.length === 0 && Object.keys(others).length === 0 ? textOf(error) : undefined;
}

/**
 * A file that begins with a payment of a layout without headings, and has mostly such lines, is no list
 * with headings.
 * @throws {InvalidInput}
 */
function requireEachLine([first, ...below]: readonly Line[]): void {
	for (const { name, fitsLine } of layouts) {
		if (!first || !fitsLine?.(first)) continue;
		const others = below.filter((line) => !fitsLine(line)).map(({ row }) => row);
		if (others.length * 2 <= below.length) throw unlikeRows(name, others);
	}
}

/**
 * In a text, a comma inside an amount or a name begins a new cell, so `1,500.50` would be paid as R1.00.
 * @throws {InvalidInput}
 */
function requireHeadingForEachCell(lines: readonly Line[], { top }: Columns): void {
	const headings = lines[top]?.cells;
	if (headings === undefined) return;
	const hasMore = ({ cells }: Line) =>
		cells.length > headings.length ||
		cells.some((cell, at) => written(cell) !== '' && written(headings[at]) === '');
	const longer = lines
		.slice(top + 1)
		.filter((line) => line.text !== undefined && hasMore(line))
		.filter((line) => !isEmptyLine(line));
	if (longer.length > 0) throw tooManyCells(longer.map(({ row }) => row));
}

/** @throws {InvalidInput} */
function requireSeveralAccounts(rows: readonly SheetRow[]): void {
	const different = (column: ColumnName) => new Set(rows.map(({ cells }) => cells[column])).size;
	if (different('beneficiaryName') > 1 && different('accountNumber') === 1) throw oneAccount();
}

/** “Read as an FNB payment file: 8 payments; banks from branch codes.” */
function sentence(
	layout: Layout | undefined,
	{ found }: Columns,
	rows: number,
	agreement: string | undefined,
): string {
	const facts = [
		numberOf(rows, 'payment'),
		agreement,
		found.bank ? undefined : 'banks from branch codes',
	];
	return `Read as ${layout?.name ?? 'a list with headings'}: ${facts.filter(Boolean).join('; ')}.`;
}
