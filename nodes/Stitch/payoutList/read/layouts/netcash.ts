import { formatRand } from '../../../schemas/money';
import type { Columns } from '../headings';
import type { ColumnName } from '../knownColumns';
import { sumOfAmounts, type Layout } from '../layout';
import { written, type Line } from '../line';
import { incompleteFile } from '../refused';

/** Netcash's numbers of the columns, whose order each file states itself (row K). */
const keys: Readonly<Record<string, ColumnName>> = {
	101: 'employeeCode',
	132: 'beneficiaryName',
	134: 'branchCode',
	136: 'accountNumber',
	162: 'amount',
	252: 'beneficiaryReference',
};

const kindOf = ({ cells }: Line): string => written(cells[0]);

const isPayment = (line: Line): boolean => kindOf(line) === 'T';

/** Row H has the service key of the company, which is a secret: nothing of that row is kept or shown. */
export const netcash: Layout = {
	name: 'a Netcash file',
	fits: ([first, second]) =>
		first !== undefined && second !== undefined && kindOf(first) === 'H' && kindOf(second) === 'K',
	columns: ([, second]) => {
		const found = (second?.cells ?? []).flatMap((cell, place) => {
			const column = keys[written(cell)];
			return column === undefined ? [] : [[column, { place, heading: `key ${written(cell)}` }]];
		});
		return { top: -1, found: Object.fromEntries(found) as Columns['found'] };
	},
	payments: (lines) => lines.filter(isPayment),
	isInCents: true,
	isPadded: true,
	prove(lines) {
		const [, keyed, ...below] = lines;
		const named = (keyed?.cells ?? []).map(written).filter(Boolean);
		if (new Set(named).size < named.length) throw incompleteFile('names a column twice (row K)');
		const end = below.at(-1);
		if (end === undefined || kindOf(end) !== 'F') throw incompleteFile('has no end (row F)');
		const odd = below.find((line) => line !== end && !isPayment(line));
		if (odd) throw incompleteFile(`has a row ${odd.row} that is no payment`);
		const amounts = below
			.filter(isPayment)
			.map(({ cells }) => written(cells[placeOfAmount(keyed)]));
		const [, count, total] = end.cells.map(written);
		if (Number(count) !== amounts.length)
			throw incompleteFile('has a different number of payments in its end (row F)');
		if (Number(total) !== sumOfAmounts(amounts))
			throw incompleteFile('has a different total in its end (row F)');
		return `its total of ${formatRand(sumOfAmounts(amounts))} agrees`;
	},
};

function placeOfAmount(keyed: Line | undefined): number {
	return (keyed?.cells ?? []).findIndex((cell) => keys[written(cell)] === 'amount');
}
