import {
	findColumns as columnsIn,
	shareReferenceColumn,
	type NamedColumns,
} from '../../../../nodes/Stitch/payoutList/read/headings';
import type { ColumnName } from '../../../../nodes/Stitch/payoutList/read/knownColumns';
import type { Line } from '../../../../nodes/Stitch/payoutList/read/line';
import { InvalidInput } from '../../../../nodes/Stitch/schemas/invalidInput';

export const headings = [
	'Reference',
	'Name',
	'Bank',
	'Account number',
	'Amount',
	'Statement reference',
];

export const linesOf = (...lines: unknown[][]) =>
	lines.map((cells, at) => ({ row: at + 1, item: at, cells }));

/** As the list is read, which takes one reference for both. */
export const findColumns = (
	lines: readonly Line[],
	named: NamedColumns,
	mayLack: readonly ColumnName[] = [],
) => shareReferenceColumn(columnsIn(lines, named, mayLack), mayLack);

/** Why a sheet is refused. */
export function refusal(lines: unknown[][], named: NamedColumns = {}): InvalidInput {
	try {
		findColumns(linesOf(...lines), named);
	} catch (cause) {
		if (cause instanceof InvalidInput) return cause;
	}
	throw new Error('It was not refused');
}
