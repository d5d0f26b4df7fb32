import { columnNames, knownColumns, type ColumnName, type Columns } from './columns';
import { isEmptyLine, type Line } from './sheet';

/** One row of a list, as it is written there. */
export interface Row {
	row: number;
	item: number;
	cells: Partial<Record<ColumnName, string>>;
	/** Columns that the spreadsheet keeps as a number. */
	numbers: readonly ColumnName[];
}

/**
 * The rows below the headings, without empty ones.
 * @param given what the user gives for columns that the list does not have
 */
export function rowsOf(
	lines: readonly Line[],
	{ top, found }: Columns,
	given: Row['cells'] = {},
): Row[] {
	return lines.slice(top + 1).flatMap((line) => {
		const { row, item, cells } = line;
		if (item === undefined || isEmptyLine(line)) return [];
		const valueOf = (column: ColumnName) => found[column] && cells[found[column].place];
		const written = columnNames.map((column) => [column, textOf(valueOf(column))] as const);
		const filled = written.filter(([, text]) => text !== '');
		const numbers = columnNames.filter((column) => isKeptAsNumber(valueOf(column)));
		return [{ row, item, numbers, cells: { ...given, ...Object.fromEntries(filled) } }];
	});
}

/** A formula can give a tiny fraction of a cent too much. */
function textOf(cell: unknown): string {
	const cents = typeof cell === 'number' ? cell * 100 : NaN;
	const isNearlyCents = Math.abs(cents - Math.round(cents)) < 0.000001;
	return String((isNearlyCents ? Math.round(cents) / 100 : cell) ?? '').trim();
}

/** Also a number that was saved as text: 2.02611E+11. */
function isKeptAsNumber(cell: unknown): boolean {
	return typeof cell === 'number' || /^\d([.,]\d+)?E\+\d+$/i.test(String(cell ?? '').trim());
}

/** What is wrong with a row before it is read as a payment: its texts may not be those that were typed. */
export function whyNotAsTyped({ row, numbers }: Row, { found }: Columns): string | undefined {
	const column = (['externalReference', 'beneficiaryReference'] as const).find((one) =>
		numbers.includes(one),
	);
	if (column === undefined) return undefined;
	const heading = found[column]?.heading ?? knownColumns[column].label;
	return `Row ${row}, ${heading}: the spreadsheet keeps it as a number and may have changed it, such as 0017 to 17. Format the column as text, and type it again.`;
}
