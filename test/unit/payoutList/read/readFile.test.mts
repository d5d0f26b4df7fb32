import type { IDataObject } from 'n8n-workflow';
import fc from 'fast-check';

import { readFile } from '../../../../nodes/Stitch/payoutList/read/readFile';
import { asText, cellsOf, people, read, sample } from './samples.mts';

/** The samples with what can be read in them, besides the people. */
const files = [
	['absa-bio.csv', 7, 'an Absa BIO file', 'ACME SALARY'],
	['absa-from-account.csv', 5, 'a list with headings', 'ACME SALARY'],
	['acbeft-creditor.csv', 5, 'an ACBEFT file', 'ACME SALARY'],
	['acbeft-maincsv.csv', 5, 'an ACBEFT file with headings', 'ACME SALARY'],
	['bankserv-acb.txt', 6, 'a Bankserv ACB file', 'ACME SALARY'],
	['capitec-business.csv', 6, 'a Capitec Business file', 'SALARYNOV2026'],
	['fnb-binsol.csv', 8, 'an FNB payment file', 'SALARY NOV E001'],
	['fnb-obe-acb.txt', 6, 'an FNB ACB file', 'SALARY NOV E001'],
	['generic-payroll.csv', 8, 'a list with headings', 'Salary202611'],
	['nedbank-netbank.csv', 6, 'a list with headings', 'SALARY E001'],
	['netcash-salaries.txt', 6, 'a Netcash file', 'SAL E001'],
	['nett-pay-list.csv', 5, 'a list with headings', undefined],
	['standard-bank-bol.csv', 6, 'a list with headings', 'ACME SALARY E001'],
] as const;

/** Those with a code of each person in a column. */
const withCodes = ['acbeft', 'capitec', 'generic', 'netcash', 'nett'];

/** Bank, account and cents: all that decides who gets how much. */
const money = (payees: ReturnType<typeof read>['payees']) =>
	payees.map(({ bank = '', accountNumber, amount = '' }) => [
		bank.toLowerCase().replace(' ', '_'),
		accountNumber,
		Math.round(Number(amount.replace(/,(?=\d{3}\.)/, '').replace(',', '.')) * 100),
	]);

const meant = (count: number) =>
	people
		.slice(0, count)
		.map(([, , bank, account, amount]) => [bank, account, Math.round(Number(amount) * 100)]);

describe('a file that a payroll program makes', () => {
	it.each(files)('%s is read: %i payments, as %s', (file, count, layout, statement) => {
		const { payees, readAs } = read(asText(sample(file)));
		expect(readAs.split(':')[0]).toBe(`Read as ${layout}`);
		expect(money(payees)).toEqual(meant(count));
		expect(payees[0]?.beneficiaryReference).toBe(statement);
		const hasCodes = withCodes.some((one) => file.startsWith(one));
		const codes = people.slice(0, count).map(([code]) => (hasCodes ? code : undefined));
		expect(payees.map(({ employeeCode }) => employeeCode)).toEqual(codes);
	});

	it.each(files.filter(([file]) => !file.startsWith('capitec')))(
		'%s has the names of the payees',
		(file, count) => {
			const { payees } = read(asText(sample(file)));
			const names = payees.map(({ beneficiaryName = '' }) => beneficiaryName.toUpperCase());
			expect(names).toEqual(people.slice(0, count).map(([, name]) => name.toUpperCase()));
		},
	);

	it('is named with what proves it, and where its banks come from', () => {
		expect(read(asText(sample('fnb-binsol.csv'))).readAs).toBe(
			'Read as an FNB payment file: 8 payments; banks from branch codes.',
		);
		expect(read(asText(sample('bankserv-acb.txt'))).readAs).toBe(
			'Read as a Bankserv ACB file: 6 payments; its total of R59\u00a0125.65 agrees; banks from branch codes.',
		);
		expect(read(asText(sample('generic-payroll.csv'))).readAs).toBe(
			'Read as a list with headings: 8 payments.',
		);
	});

	it('with two columns that could be the account of the payee is refused, and both are named', () => {
		expect(() => read(asText(sample('two-account-columns.csv')))).toThrow(
			"'account number' could be two columns: “Account Number” (column A), “Account Number” (column D)",
		);
	});

	it('names the row that is paid in cash, and compares its total with all rows', () => {
		const { wrong, total } = read(asText(sample('nett-pay-list.csv')));
		expect(wrong).toEqual([
			{
				row: 10,
				field: 'Pay Method',
				what: 'is CASH, not a payment to a bank account',
				fix: 'This row is not paid here.',
			},
		]);
		expect(total).toEqual({
			agrees: true,
			message: 'The total in row 11 agrees: R54\u00a0425.65.',
		});
	});

	it('keeps nothing of a service key', () => {
		const secret = '12345678-1234-1234-1234-123456789012';
		const text = sample('netcash-salaries.txt').replace(/0{8}(-0{4}){3}-0{12}/g, secret);
		const file = read(asText(text));
		expect(file.rows).toHaveLength(6);
		expect(JSON.stringify(file)).not.toContain(secret);
	});
});

const delimited = files.filter(([file]) => file.endsWith('.csv'));

/** Ways in which a spreadsheet or an editor saves a file again, which change no value. */
const savings: ReadonlyArray<[string, (cells: string[][]) => string]> = [
	['with a mark at its beginning', (cells) => `\u00ef\u00bb\u00bf${joined(cells, ',')}`],
	['with semicolons', (cells) => joined(cells, ';')],
	['with semicolons and decimal commas', (cells) => joined(withCommas(cells), ';')],
	['with tabs', (cells) => joined(cells, '\t')],
	[
		'with spaces',
		(cells) =>
			joined(
				mapped(cells, (cell) => ` ${cell}\u00a0`),
				',',
			),
	],
	[
		'with quotation marks',
		(cells) =>
			joined(
				mapped(cells, (cell) => `"${cell}"`),
				',',
			),
	],
	[
		'with empty columns at the end',
		(cells) =>
			joined(
				cells.map((line) => [...line, '', '']),
				',',
			),
	],
	['without zeros after the point', (cells) => joined(withoutZeros(cells), ',')],
];

const mapped = (cells: string[][], change: (cell: string) => string) =>
	cells.map((line) => line.map(change));

const joined = (cells: string[][], sign: string) =>
	cells
		.map((line) =>
			line.map((cell) => (/^[^"]*,/.test(cell) && sign === ',' ? `"${cell}"` : cell)).join(sign),
		)
		.join('\r\n');

const withCommas = (cells: string[][]) =>
	mapped(cells, (cell) => cell.replace(/^(\d+)\.(\d\d)$/, '$1,$2'));

const withoutZeros = (cells: string[][]) =>
	mapped(cells, (cell) => cell.replace(/^(\d+)(\.\d)?0$|^(\d+)\.00$/, keptDecimals));

function keptDecimals(all: string, whole = '', tenth = '', alone = ''): string {
	if (alone) return alone;
	return tenth ? `${whole}${tenth}` : all;
}

describe.each(delimited)('%s', (file, count) => {
	const cells = cellsOf(sample(file));

	it.each(savings)('is read in the same way if it was saved again %s', (_how, save) => {
		expect(money(read(asText(save(cells))).payees)).toEqual(meant(count));
	});

	it('is read in the same way from lines of cells', () => {
		expect(money(read(cells.map((row) => ({ row }))).payees)).toEqual(meant(count));
	});

	it('is read in the same way from a workbook with its numbers as numbers', () => {
		const asNumber = (cell: string) =>
			/^\d[\d,]*(\.\d+)?$/.test(cell) ? Number(cell.replace(',', '')) : cell;
		const rows = cells.map((line) => ({ row: line.map(asNumber) }));
		expect(money(read(rows as IDataObject[]).payees)).toEqual(meant(count));
	});
});

it('a list with headings is read in the same way with its columns in any order', () => {
	const headed = ['absa-from-account', 'generic-payroll', 'nedbank-netbank', 'standard-bank-bol'];
	const anyOrder = fc.record({
		file: fc.constantFrom(...headed),
		keys: fc.array(fc.nat(), { minLength: 10, maxLength: 10 }),
	});
	fc.assert(
		fc.property(anyOrder, ({ file, keys }) => {
			const cells = cellsOf(sample(`${file}.csv`));
			const order = [...(cells[0] ?? []).keys()].sort(
				(one, other) => (keys[one] ?? 0) - (keys[other] ?? 0),
			);
			const rows = cells.map((line) => ({ row: order.map((place) => line[place]) }));
			expect(money(read(rows as IDataObject[]).payees)).toEqual(meant(cells.length - 1));
		}),
		{ seed: 1, numRuns: 200 },
	);
});

describe('a file without headings', () => {
	const lines = sample('absa-bio.csv').trimEnd().split('\r\n');
	const readLines = (some: readonly string[]) => read(asText(some.join('\n')));

	it.each([
		['of a different layout', '250655,0000062000000010,12500.00,SALARYNOV2026,E001,TESTERT'],
		['with an unknown branch code', '62000000010,T TESTER,123456,12500.00,ACME SALARY'],
		['with one more cell', '62000000010,T TESTER,250655,12500.00,ACME SALARY,E001'],
		['without an account', ',T TESTER,250655,12500.00,ACME SALARY'],
	])('is refused with one row %s, which is named', (_what, odd) => {
		expect(() => readLines(lines.with(2, odd))).toThrow(
			"'File' looks like an Absa BIO file, but row 3 cannot be read as one",
		);
	});

	it('is refused if half of it is in a different layout', () => {
		const others = sample('capitec-business.csv').trimEnd().split('\r\n');
		expect(() => readLines([...lines, ...others])).toThrow(
			/looks like an Absa BIO file, but rows 8/,
		);
		expect(() => readLines([...others, ...lines])).toThrow('has no row of headings');
	});

	it('is refused if no amount has decimals: they could be cents', () => {
		const inCents = lines.map((line) => line.replace(/(\d+)\.(\d\d)/, '$1$2'));
		const why =
			"'File' looks like an Absa BIO file, but no amount has decimals: they could be rand or cents";
		expect(() => readLines(inCents)).toThrow(why);
		expect(() => read([{ row: [62_000_000_010, 'T', 250_655, 12_500, ''] }])).toThrow(why);
	});

	it('is refused if n8n has made its first payee the headings', () => {
		const cells = cellsOf(sample('capitec-business.csv'));
		const items = cells
			.slice(1)
			.map((line) =>
				Object.fromEntries(line.map((cell, place) => [cells[0]?.[place] ?? '', cell])),
			);
		expect(() => read(items)).toThrow("'Sheet' has no row of headings");
	});

	it('of ACBEFT can do without what the statement shows', () => {
		const cells = cellsOf(sample('acbeft-creditor.csv')).map((line) => line.slice(0, 5));
		const { payees, readAs } = read(cells.map((row) => ({ row })));
		expect(readAs).toMatch(/^Read as an ACBEFT file: 5/);
		expect(money(payees)).toEqual(meant(5));
	});

	it('with a heading row is a list with headings', () => {
		const headings =
			'To Account Number,To Account Name,To Branch Code,Transaction Amount,Beneficiary Description';
		const { payees, readAs } = readLines([headings, ...lines]);
		expect(readAs).toMatch(/^Read as a list with headings: 7 payments/);
		expect(money(payees)).toEqual(meant(7));
	});

	it('keeps a row whose account number was shortened, to refuse it by its number', () => {
		const { rows } = readLines([...lines, '1.4E+09,P PROOF,470010,7100.10,ACME SALARY']);
		expect(rows.at(-1)).toMatchObject({ row: 8, cells: { accountNumber: '1.4E+09' } });
	});

	it('refuses a known branch code of a different country in its row', () => {
		const { wrong } = readLines([...lines, '62000000090,B BORDER,281667,100.00,ACME SALARY']);
		expect(wrong).toMatchObject([{ row: 8, field: 'Branch Code' }]);
	});
});

it('a list of keys with one account for several names is refused: it may be that of the payer', () => {
	const item = (name: string, account: string) => ({
		...{ 'Account Number': account, Name: name, Bank: 'FNB', Amount: '10.00' },
		...{ Reference: name, 'Statement Reference': 'x' },
	});
	expect(() => read([item('A', '62000000001'), item('B', '62000000001')])).toThrow(
		"'Account Number' is the same for all of several names: it may be the account that pays",
	);
	expect(read([item('A', '62000000001'), item('B', '62000000002')]).rows).toHaveLength(2);
});

it('a text without rows is refused', () => {
	expect(() => read(asText(''))).toThrow("'Sheet' has no row of headings");
	expect(() => read(asText('Reference,Name,Bank,Account number,Amount'))).toThrow(
		"'Sheet' has no rows below the headings",
	);
});

it('a total is no row, even if the user has entered what each bank statement shows', () => {
	const text = `reference,name,bank,account number,amount
a-1,T Tester,FNB,62000000010,100.00
a-2,A Sample,Absa,4000000020,50.00
,Total,,,160.00`;
	const defaults = { beneficiaryReference: 'Salary Nov' };
	const { rows, total } = readFile(asText(text), { defaults });
	expect(rows).toHaveLength(2);
	expect(total).toMatchObject({ agrees: false });
});

describe('a row of a text with more cells than headings', () => {
	const headings = 'reference,name,bank,account number,amount';
	const row = (cells: string) => `a-2,${cells}`;
	const refusedFor = (end: string, ...rows: string[]) => {
		const lines = [headings, 'a-1,T,FNB,62000000010,10.00'].map((line) => line + end);
		return expect(() => read(asText([...lines, ...rows].join('\n'))));
	};

	it.each([
		['a comma in its amount, which would be R1.00', 'T,FNB,62000000010,1,500.50'],
		['a decimal comma', 'T,FNB,62000000010,1500,50'],
		['a comma in its name', 'Tester, T,FNB,62000000010,10.00'],
		['an empty cell at its end', 'T,FNB,62000000010,10.00,'],
		['a value without a heading', 'T,FNB,62000000010,1,500.50', ','],
	])('is refused and named: %s', (_what, cells, end = '') => {
		refusedFor(end, row(cells)).toThrow("'Sheet' has more cells than headings in row 3");
	});

	it('is not one that is empty, or one in quotation marks', () => {
		refusedFor('', ',,,,,,,', row('T,FNB,62000000020,"1,500.50"')).not.toThrow();
	});
});

it('a note beside the columns of a workbook moves no cell, and the row is read', () => {
	const cells = [
		['reference', 'name', 'bank', 'account number', 'amount'],
		['a-1', 'T', 'FNB', '62000000010', 10, '', 'see email'],
	];
	expect(read(cells.map((row) => ({ row }))).payees).toHaveLength(1);
});
