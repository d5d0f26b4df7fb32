import { parse } from 'csv-parse/sync';

import { NOVEMBER, record, rowsMade, runWithFiles, type Json } from './monthForTheBooks.mts';

/** What a bookkeeping program documents of the CSV files that it imports as a bank statement. */
interface Rules {
	/** The columns, in the order that it reads them in. */
	columns: string[];
	/** The most lines of a file, with the one of the headings. */
	lines: number;
	bytes?: number;
	/** Why it does not take a description; undefined if it does. */
	description?(text: string): string | undefined;
}

/**
 * Xero: a heading for each column, all different, Date and Amount among them; 1,000 statement lines. Sage and
 * QuickBooks: three columns in this order. QuickBooks also: 350 kB, 1,000 lines with the headings, no digits
 * and no special characters in a description. All: one form of dates, which the person who imports confirms;
 * money that went out has a minus; no thousands separators, no currency, no amount of zero.
 */
const rules: Record<string, Rules> = {
	xero: { columns: ['Date', 'Amount', 'Payee', 'Description', 'Reference'], lines: 1001 },
	sage: { columns: ['Date', 'Description', 'Amount'], lines: Infinity },
	quickbooks: {
		columns: ['Date', 'Description', 'Amount'],
		lines: 1000,
		bytes: 350_000,
		description: (text) =>
			/^[A-Za-z .'-]+$/.test(text) ? undefined : 'digits or special characters',
	},
};

/** Why a program would not import a file, or would read it wrongly. */
function complaintsOf(program: string, content: Buffer): string[] {
	const {
		columns,
		lines,
		bytes = Infinity,
		description,
	} = rules[program] ?? { columns: [], lines: 0 };
	const [head = [], ...rows] = parse(content) as string[][];
	const cellOf = (row: string[], column: string) => row[columns.indexOf(column)] ?? '';
	const complaints = rows.flatMap((row) => [
		/^(0[1-9]|[12]\d|3[01])\/(0[1-9]|1[0-2])\/20\d\d$/.test(cellOf(row, 'Date')) ? [] : ['date'],
		/^-?\d+\.\d\d$/.test(cellOf(row, 'Amount')) ? [] : ['amount'],
		Number(cellOf(row, 'Amount')) === 0 ? ['zero'] : [],
		cellOf(row, 'Description') === '' ? ['empty description'] : [],
		description?.(cellOf(row, 'Description')) ?? [],
		row.some((cell) => /^[=+@\t]|^-(?!\d+\.\d\d$)/.test(cell)) ? ['formula'] : [],
		row.some((cell) => cell.length > 250) ? ['too long'] : [],
	]);
	return [
		...(head.join() === columns.join() ? [] : ['columns']),
		...(rows.length + 1 > lines ? ['lines'] : []),
		...(content.length > bytes ? ['bytes'] : []),
		...complaints.flat(),
	];
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
	it.each(Object.keys(rules))(
		'follow what %s documents, whatever names and references are',
		(program) => {
			const files = filesOf(rowsMade(lists)).filter((file) => file.program === program);
			expect(files.map(({ fileName }) => fileName)).toEqual([`${program}-2026-11.csv`]);
			expect(files.flatMap(({ content }) => complaintsOf(program, content))).toEqual([]);
		},
	);

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
		expect(files.flatMap(({ program, content }) => complaintsOf(program, content))).toEqual([]);
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
