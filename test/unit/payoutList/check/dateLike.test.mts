import { dateLikeRows, dateLikeWarning } from '../../../../nodes/Stitch/payoutList/check/dateLike';
import type { PaidRow } from '../../../../nodes/Stitch/payoutList/check/paidRow';
import { rowToPay } from './payouts.mts';

const row = (rand: number, at: number, isAmountKeptAsNumber = true): PaidRow =>
	rowToPay({ row: at, cents: Math.round(rand * 100), isAmountKeptAsNumber });

/** The amounts of a list that could be dates. */
function found(amounts: number[], isKeptAsNumber = true) {
	const rows = amounts.map((rand, at) => row(rand, at, isKeptAsNumber));
	const marked = dateLikeRows(rows);
	return amounts.filter((_, at) => marked.has(at));
}

describe('an amount could be a date', () => {
	it.each([
		['where it is far from all others', [18_537, 10.5, 99], [18_537]],
		['where few are far from all others', [18_537, 18_600, 10.5, 99, 12], [18_537, 18_600]],
		['where the others are far above', [18_537, 1_000_000, 2_000_000], [18_537]],
		['where another is ten times as large', [18_537, 185_370, 10], [18_537]],
		['where another is a tenth of it', [20_000, 2000, 10], [20_000]],
		['not where another is nine times as large', [18_537, 166_833, 10], []],
		['not where another is half of it', [18_537, 9000, 10], []],
		['not where one of several is near', [18_537, 9000, 10, 11, 2_000_000], []],
		['on the first day that a spreadsheet would make', [18_264, 18_263], []],
		['on that first day, of small amounts', [18_264, 10, 20], [18_264]],
		['on the last day, of small amounts', [73_050, 10, 20], [73_050]],
		['not after the last day', [73_051, 10, 20], []],
		['not where all amounts are as large', [18_537, 20_000, 30_000], []],
		['not in a list of round salaries and other ones', [20_000, 18_500.5, 21_000, 900], []],
		['not where there are as many as others', [18_537, 10.5], []],
		['not where most are', [18_537, 20_000, 25_000, 350], []],
		['not where it has cents', [18_537.5, 10.5, 99], []],
	])('%s', (_when, amounts, marked) => {
		expect(found(amounts)).toEqual(marked);
	});

	it('not where the sheet has it as text, as a .csv file does', () => {
		expect(found([18_537, 10.5, 99], false)).toEqual([]);
	});
});

it('the warning of a date says what happened and what to do', () => {
	expect(dateLikeWarning(row(18_537, 2))).toBe(
		'R18\u00a0537.00 could be a date: a spreadsheet can turn a typed 10.50 into one. Format the column as a number, and type the amount again.',
	);
});
