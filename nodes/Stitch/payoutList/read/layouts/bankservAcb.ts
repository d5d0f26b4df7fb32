import { DateTime } from 'luxon';

import { formatRand } from '../../../schemas/money';
import { joinWithAnd } from '../../../transport/wording';
import type { Columns } from '../headings';
import type { ColumnName } from '../knownColumns';
import { sumOfAmounts, lineText, type Layout } from '../layout';
import type { Line } from '../line';
import { incompleteFile } from '../refused';

/** First and last position in a line, counted from 1. */
type Position = readonly [first: number, last: number];

const lengthOfLine = 180;

/** The parts of a payment (record 10). */
const payment = {
	own: [9, 19],
	branch: [30, 35],
	account: [36, 46],
	amount: [48, 58],
	day: [59, 64],
	name: [101, 130],
	/** For accounts of more than 11 digits. */
	longAccount: [131, 150],
} as const;

/** The parts of the end of a batch (record 92), in cents. */
const batch = { debits: [49, 60], payments: [37, 42], total: [61, 72] } as const;

const part = (line: Line, [first, last]: Position): string => lineText(line).slice(first - 1, last);

const kindOf = (line: Line): string => part(line, [1, 2]);

const isPayment = (line: Line): boolean => kindOf(line) === '10';

/** Whether a part has nothing but zeros and spaces, as where a program leaves it out. */
const isLeftOut = (text: string): boolean => /^[0\s]*$/.test(text);

const kinds = new Set(['02', '04', '10', '12', '50', '92', '94']);

const isAcb = (lines: readonly Line[]): boolean =>
	lines.every((line) => kinds.has(kindOf(line))) &&
	lineText(lines[0] ?? { row: 0, cells: [] }).length > 100;

/** The Automated Clearing Bureau's file (“MAGTAPE”), which several banks take. */
export const bankservAcb: Layout = {
	name: 'a Bankserv ACB file',
	fits: (lines) => isAcb(lines) && !hasEmptyHeader(lines),
	...acb([81, 100]),
	prove: (lines) => proofWithDays(agreement(lines) ?? refuse('has no total (record 92)'), lines),
};

/** The same as FNB Online Banking Enterprise takes it, without batches and totals. */
export const fnbObeAcb: Layout = {
	name: 'an FNB ACB file',
	fits: (lines) => isAcb(lines) && hasEmptyHeader(lines),
	...acb([71, 90]),
	prove: (lines) => proofWithDays(agreement(lines), lines),
};

function hasEmptyHeader([first]: readonly Line[]): boolean {
	return first !== undefined && kindOf(first) === '02' && isLeftOut(part(first, [3, lengthOfLine]));
}

function acb(reference: Position): Omit<Layout, 'name' | 'fits'> {
	const order: ReadonlyArray<[ColumnName, Position]> = [
		['branchCode', payment.branch],
		['accountNumber', payment.account],
		['amount', payment.amount],
		['beneficiaryName', payment.name],
		['beneficiaryReference', reference],
	];
	const found = order.map(([column, [first, last]], place) => [
		column,
		{ place, heading: `positions ${first} to ${last}` },
	]);
	const positionOf = (line: Line, position: Position) =>
		position === payment.account && isLeftOut(part(line, position))
			? payment.longAccount
			: position;
	return {
		columns: () => ({ top: -1, found: Object.fromEntries(found) as Columns['found'] }),
		payments: (lines) =>
			lines.filter(isPayment).map((line) => ({
				...line,
				cells: order.map(([, position]) => part(line, positionOf(line, position))),
			})),
		isInCents: true,
		isPadded: true,
		payers: (lines) => lines.filter(isPayment).map((line) => part(line, payment.own)),
	};
}

/** Each contra has the sum of the payments above it, each end of a batch the count and the sum of all. */
function agreement(lines: readonly Line[]): string | undefined {
	const damaged = lines.find((line) => lineText(line).length !== lengthOfLine);
	if (damaged) {
		refuse(`has ${lineText(damaged).length} characters in row ${damaged.row}, not ${lengthOfLine}`);
	}
	const debit = lines.find((line) => kindOf(line) === '50');
	if (debit) refuse(`collects money in row ${debit.row}: only payments can be made`);
	if (kindOf(lines[0] as Line) !== '02' || kindOf(lines.at(-1) as Line) !== '94') {
		refuse('has no beginning (record 02) or no end (record 94)');
	}
	let inBatch: Line[] = [];
	let sinceContra: Line[] = [];
	let proved: number | undefined;
	for (const line of lines) {
		const kind = kindOf(line);
		if (kind === '10') {
			inBatch.push(line);
			sinceContra.push(line);
		}
		if (kind === '12') {
			compare(line, 'total', part(line, payment.amount), sumIn(sinceContra));
			sinceContra = [];
		}
		if (kind === '92') {
			compare(line, 'number of payments', part(line, batch.payments), inBatch.length);
			compare(line, 'total', part(line, batch.total), sumIn(inBatch));
			if (!isLeftOut(part(line, batch.total))) proved = (proved ?? 0) + sumIn(inBatch);
			inBatch = [];
		}
	}
	if (inBatch.length > 0) refuse('has payments after the end of a batch (record 92)');
	return proved === undefined ? undefined : `its total of ${formatRand(proved)} agrees`;
}

/** A bank would pay each row on its own day; here, the whole list has one. */
function proofWithDays(agreement: string | undefined, lines: readonly Line[]): string | undefined {
	const written = new Set(lines.filter(isPayment).map((line) => part(line, payment.day)));
	const days = [...written].filter((day) => !isLeftOut(day)).toSorted();
	if (days.length < 2) return agreement;
	const inWords = (day: string) => {
		const date = DateTime.fromFormat(day, 'yyMMdd', { locale: 'en' });
		return date.isValid ? date.toFormat('d LLLL yyyy') : day;
	};
	const several = `its days, ${joinWithAnd(days.map(inWords))}, do not count: all rows are paid on one day`;
	return [agreement, several].filter(Boolean).join('; ');
}

const sumIn = (lines: readonly Line[]): number =>
	sumOfAmounts(lines.map((line) => part(line, payment.amount)));

function refuse(what: string): never {
	throw incompleteFile(what);
}

function compare({ row }: Line, what: string, stated: string, actual: number): void {
	if (isLeftOut(stated) || Number(stated) === actual) return;
	refuse(`has a different ${what} in row ${row} than its payments`);
}
