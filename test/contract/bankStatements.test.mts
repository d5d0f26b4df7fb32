import { parse } from 'csv-parse/sync';

import type { Json } from '../setup/examples.mts';
import { NOVEMBER, record, rowsMade, runWithFiles } from './monthForTheBooks.mts';

/** A file as a program reads it: its columns, its rows, its size. */
interface Statement {
	columns: string[];
	rows: Array<Record<string, string>>;
	bytes: number;
}

/** What a bookkeeping program documents of the CSV files that it imports as a bank statement, and how a file is seen to follow it. */
type Rules = Record<string, (statement: Statement) => boolean>;

const has =
	(...columns: string[]) =>
	(statement: Statement) =>
		statement.columns.join() === columns.join();
const every = (column: string, pattern: RegExp) => (statement: Statement) =>
	statement.rows.every((row) => pattern.test(row[column] ?? ''));
const everyCell =
	(holds: (cell: string) => boolean) =>
	({ rows }: Statement) =>
		rows.every((row) => Object.values(row).every(holds));
const lines = (most: number) => (statement: Statement) => statement.rows.length + 1 <= most;

/** What all three document. */
const common: Rules = {
	'one form of dates, here day/month/year': every(
		'Date',
		/^(0[1-9]|[12]\d|3[01])\/(0[1-9]|1[0-2])\/20\d\d$/,
	),
	'amounts of digits and a decimal point, with a minus for money that went out': every(
		'Amount',
		/^-?\d+\.\d\d$/,
	),
	'no amount of zero': every('Amount', /[1-9]/),
	'a description in each row': every('Description', /\S/),
	'no line breaks in a cell': everyCell((cell) => !/[\r\n]/.test(cell)),
	// These two are ours: a spreadsheet runs formulas, and programs cut long texts off.
	'no formula in a cell': everyCell((cell) => !/^[=+@\t]|^-(?!\d+\.\d\d$)/.test(cell)),
	'at most 250 characters in a cell': everyCell((cell) => cell.length <= 250),
};

/**
 * As their help says: Xero Central on importing a bank statement as CSV; Sage Accounting, "Import a bank
 * statement"; QuickBooks Online, "Prepare your CSV file for bank upload to QuickBooks". None says which
 * signs are special characters, or how long a text may be.
 */
const rules: Record<string, Rules> = {
	xero: {
		...common,
		'its columns, by their names': has('Date', 'Amount', 'Payee', 'Description', 'Reference'),
		'1,000 lines of a statement': lines(1001),
	},
	sage: { ...common, 'three columns in this order': has('Date', 'Description', 'Amount') },
	quickbooks: {
		...common,
		'three columns in this order': has('Date', 'Description', 'Amount'),
		'1,000 lines with the headings': lines(1000),
		'350 kB': ({ bytes }) => bytes <= 350_000,
		'no digits and no special characters in a description': every('Description', /^[A-Za-z ]+$/),
	},
};

/** The rules that a file of a program does not follow. */
function brokenBy({ program, content }: { program: string; content: Buffer }): string[] {
	const [columns = []] = parse(content) as string[][];
	const rows = parse(content, { columns: true }) as Statement['rows'];
	const statement = { columns, rows, bytes: content.length };
	return Object.entries(rules[program] ?? {}).flatMap(([rule, holds]) =>
		holds(statement) ? [] : [rule],
	);
}

/** The files of a month, by the program that they are for. */
function filesOf(rows: Json[]): Array<{ program: string; fileName: string; content: Buffer }> {
	const [item] = runWithFiles('Bank Statements', { Rows: rows }, NOVEMBER);
	return Object.values(item?.binary ?? {}).map(({ fileName, data }) => ({
		program: fileName.replace(/-.*/, ''),
		fileName,
		content: Buffer.from(data, 'base64'),
	}));
}

const AT = '2026-11-05T10:00:00Z';
const payees = [
	'Elsab\u00e9 Coetzee',
	'Thabo "Tebza" Mokoena, Jr',
	'Caf\u00e9 24/7 (Pty) Ltd; Cape Town',
	'=HYPERLINK("x")',
	'N\r\nDlamini',
	'\u738b\u5c0f\u660e',
	'',
];
const lists = {
	Payments: [record('order-1017', AT), record('-1+1', AT, { amount: '1234567.80' })],
	Refunds: [record('\t=1+1', AT, { amount: { quantity: '0.01' } })],
	Payouts: payees.map((name, index) =>
		record(`SAL-11-${index}${'x'.repeat(300)}`, AT, { beneficiary: { name } }),
	),
};

describe('the bank statements of a month for the books', () => {
	const named = Object.entries(rules).flatMap(([program, ofProgram]) =>
		Object.keys(ofProgram).map((rule) => [rule, program] as const),
	);

	it.each(named)('have %s (%s), whatever names and references are', (rule, program) => {
		const files = filesOf(rowsMade(lists)).filter((file) => file.program === program);
		expect(files.map(({ fileName }) => fileName)).toEqual([`${program}-2026-11.csv`]);
		expect(files.flatMap(brokenBy)).not.toContain(rule);
	});

	it('have every row, and add up to the month', () => {
		const rows = rowsMade(lists);
		const sum = rows.reduce((cents, row) => cents + Number(row.cents), 0);
		for (const { program, content } of filesOf(rows)) {
			const read = parse(content, { columns: true }) as Array<Record<string, string>>;
			expect([program, read.length]).toEqual([program, rows.length]);
			const cents = read.map(({ Amount }) => Math.round(Number(Amount) * 100));
			expect(cents.reduce((one, other) => one + other)).toBe(sum);
		}
	});

	it('come in parts where a month has more rows than a file may have', () => {
		const many = Array.from({ length: 1999 }, (_, index) => record(`order-${index}`, AT));
		const files = filesOf(rowsMade({ Payouts: many }));
		expect(files.map(({ fileName }) => fileName)).toEqual(
			['xero', 'sage', 'quickbooks'].flatMap((program) =>
				[1, 2, 3].map((part) => `${program}-2026-11-part-${part}.csv`),
			),
		);
		expect(files.flatMap(brokenBy)).toEqual([]);
		const xero = files.filter(({ program }) => program === 'xero');
		const references = xero.flatMap(({ content }) =>
			(parse(content, { columns: true }) as Json[]).map(({ Reference }) => Reference),
		);
		expect(references).toEqual(many.map(({ externalReference }) => externalReference));
	});

	it.each(['=1+1', '\t=1+1', ' +1', '@x', '-1'])('have no formula where a text is %j', (text) => {
		const Payouts = [record(text, AT, { beneficiary: { name: text } })];
		const [xero] = filesOf(rowsMade({ Payouts }));
		const [, row = []] = parse(xero?.content ?? '') as string[][];
		expect([row[2], row[4]].map((cell) => cell?.charAt(0))).toEqual([
			expect.stringMatching(/[1x]/),
			expect.stringMatching(/[1x]/),
		]);
	});
});
