import { runInNewContext } from 'node:vm';
import { DateTime } from 'luxon';

import { readExample } from '../examples.mts';

const { nodes } = readExample('bookkeeping.json');

/** Rent that a tenant has paid on the first, under the words that are on every statement of theirs. */
const RENT = {
	kind: 'Payment',
	counts: true,
	id: 'payment-1',
	cents: 100_000,
	reference: 'rent-2026-11-unit-12',
	payerReference: 'RENT 12',
	beneficiaryReference: 'RENT 12',
	settlement: '',
	day: '2026-11-01',
};

interface Compared {
	entries: Array<{ onStatement?: string }>;
	statement: {
		columns?: string[];
		rows: Array<{ result: string; isFound: boolean; isUnclear: boolean }>;
	};
}

/** What a node with code makes of what is before it. */
function run<Output>(name: string, json: object, text = ''): Output {
	const [item] = output<Output>(name, json, text);
	if (item === undefined) throw new Error(`${name} has returned nothing.`);
	return item.json;
}

interface Item<Output> {
	json: Output;
	binary?: Record<string, { data: string }>;
}

function output<Output>(name: string, json: object, text = ''): Array<Item<Output>> {
	const code = String(nodes.find((node) => node.name === name)?.parameters.jsCode);
	const before: Record<string, object> = { 'Read Text': { data: text } };
	const $ = (other: string) => ({
		isExecuted: other in before,
		first: () => ({ json: before[other] }),
	});
	const $input = { first: () => ({ json }) };
	const returned = runInNewContext(`(() => {${code}})()`, {
		$,
		$input,
		Buffer,
		DateTime,
	}) as unknown;
	// Of another context, as far as jest can tell.
	return JSON.parse(JSON.stringify(returned)) as Array<Item<Output>>;
}

/** Compares entries of November with the days of a statement that has "RENT 12" on each row. */
function compare(days: string[], entries: object[] = [RENT], words = 'RENT 12'): Compared {
	const rows = days.map((day) => `${day};${words};1000,00`);
	return read(['Date;Description;Amount', ...rows], entries);
}

/** Compares entries of November with the lines of a statement. */
function read(lines: string[], entries: object[] = [RENT], end = '\n'): Compared {
	const books = { title: 'November 2026', start: '2026-11-01T00:00:00.000+02:00', entries };
	return run('Compare', books, lines.join(end));
}

const resultsOf = ({ statement }: Compared) => statement.rows.map(({ result }) => result);

interface Reported {
	text: string;
	html: string;
	sheets: Array<{ name: string; rows: unknown[][] }>;
}

/** What the page and the file say. */
function warningsOf(compared: Compared): string {
	return report(compared).text;
}

function report(compared: object): Reported {
	const nothing = { count: 0, cents: 0 };
	const books = {
		title: 'November 2026',
		start: '2026-11-01T00:00:00.000+02:00',
		isOver: true,
		missing: [],
		days: [],
		totals: { payments: nothing, refunds: nothing, payouts: nothing },
		confirmations: {
			...{ received: nothing, pending: nothing, unsettled: nothing, none: nothing },
			unknown: nothing,
		},
		...compared,
	};
	return run('Report', books);
}

const FOUND = 'Found: payment rent-2026-11-unit-12';
const away = (days: number) =>
	`Reference and amount fit payment rent-2026-11-unit-12, but the day is ${days} days away`;

describe('the day of a row of the bank statement', () => {
	it.each([
		['2026-10-30', away(2), 'Not found'],
		['2026-10-31', FOUND, 'Row 2'],
		['2026/11/01', FOUND, 'Row 2'],
		['2026-11-11T00:00:00', FOUND, 'Row 2'],
		['2026-11-12', away(11), 'Not found'],
		['2026-10-02', away(30), 'Not found'],
		// These days are not read, so they are not compared.
		['12/11/2026', FOUND, 'Row 2'],
		['2026-11-31', FOUND, 'Row 2'],
		['', FOUND, 'Row 2'],
	])('%s: %s', (day, result, where) => {
		const compared = compare([day]);
		expect(resultsOf(compared)).toEqual([result]);
		expect(compared.entries).toMatchObject([{ onStatement: where }]);
	});

	it('tells the month of a rent that has the same words on each statement', () => {
		const compared = compare(['2026-10-01', '2026-11-02', '2026-12-01']);
		expect(resultsOf(compared)).toEqual([away(31), FOUND, away(30)]);
		expect(compared.entries).toMatchObject([{ onStatement: 'Row 3' }]);
		expect(compared.statement.rows).toMatchObject([
			{ isFound: false, isUnclear: false },
			{ isFound: true },
			{ isFound: false, isUnclear: false },
		]);
	});

	it('counts, for a settlement, from the last of its payments', () => {
		const settled = ['2026-11-02', '2026-11-20'].map((day, index) => ({
			...RENT,
			...{ id: `payment-${index}`, cents: 50_000, settlement: 'SETTLE-7', day },
		}));
		expect(resultsOf(compare(['2026-11-28'], settled, 'SETTLE 7'))).toEqual([
			'Found: settlement SETTLE-7 (2 payments)',
		]);
		expect(resultsOf(compare(['2026-11-05'], settled, 'SETTLE 7'))).toEqual([
			'Reference and amount fit settlement SETTLE-7 (2 payments), but the day is 15 days away',
		]);
	});
});

describe('days of a statement that are not read', () => {
	it('are said to be not compared, in one line', () => {
		const { text, html } = report(compare(['23/11/2026', '2026-11-31', '', '2026-11-01']));
		const words =
			'Rows of the bank statement whose day is not compared, only reference and amount: 2, such as “23/11/2026”.';
		for (const said of [text, html]) expect(said).toContain(words);
	});

	it('are not mentioned where there are none', () => {
		expect(warningsOf(compare(['2026-11-01', '']))).not.toContain('not compared');
	});
});

describe('payouts', () => {
	const [one, two] = [1, 2].map((place) => ({
		...{ ...RENT, kind: 'Payout', id: `payout-${place}`, cents: -5000, day: '2026-11-02' },
		...{ reference: `salary-${place}`, payerReference: '', beneficiaryReference: 'SALARY' },
	}));
	const HEAD = 'Date,Description,Amount';
	const notOn = ({ sheets }: Reported) =>
		sheets.find(({ name }) => name === 'Not on Statement')?.rows.map(([, , name]) => name);

	it('have a line of their own where the statement has none, as they leave the float account', () => {
		const unpaid = { ...RENT, id: 'payment-2', reference: 'other', payerReference: '' };
		const late = { ...unpaid, beneficiaryReference: '', cents: 700 };
		const compared = read([HEAD, '2026-11-02,RENT 12,1000.00'], [RENT, late, one, two] as object[]);
		const reported = report(compared);
		expect(reported.text).toContain('Entries that are not found on it, or not decided: 1, R7.00');
		expect(reported.text).toContain(
			'Payouts are only on a statement of the float account: 2, -R100.00',
		);
		expect(notOn(reported)).toEqual(['other']);
		expect(compared.entries[2]?.onStatement).toBe('Float account only');
	});

	it('are missed on a statement of the float account', () => {
		const compared = read([HEAD, '2026-11-02,SALARY-1,-50.00'], [one, two] as object[]);
		const reported = report(compared);
		expect(reported.text).toContain('Entries that are not found on it, or not decided: 1, -R50.00');
		expect(reported.text).not.toContain('float account:');
		expect(notOn(reported)).toEqual(['salary-2']);
	});

	it('are not to be looked at where they failed and were paid since', () => {
		const failed = { ...one, counts: false, status: 'error', statusText: 'Failed' };
		const looked = (since: string) =>
			report({ entries: [{ ...failed, since }] }).sheets.find(({ name }) => name === 'To Look At')
				?.rows.length;
		expect([looked(''), looked('paid since (R350.00 on 23 November)')]).toEqual([1, 0]);
	});
});

describe('the file', () => {
	it.each([
		['2026-11-30', { day: '2026-11-30' }],
		['2026-11-31', '2026-11-31'],
	])('has the day %s as a day only if there is one', (day, cell) => {
		const { sheets } = report(compare([day]));
		const statement = sheets.find(({ name }) => name === 'Bank Statement');
		expect(statement?.rows[0]?.[1]).toEqual(cell);
		const [item] = output('Workbook', report(compare([day])));
		const texts = Object.values(item?.binary ?? {}).map(({ data }) => Buffer.from(data, 'base64'));
		expect(texts.length).toBeGreaterThan(0);
		expect(texts.join('')).not.toContain('NaN');
	});

	it('says what is missing, in the columns of each day, too', () => {
		const sum = { count: 1, cents: 1000 };
		const days = [{ day: '2026-11-02', payments: sum, refunds: sum, payouts: sum }];
		const missing = ['payments', 'payouts'].map((list) => ({ list, why: 'No scope' }));
		const { sheets, text } = report({ entries: [], days, missing });
		expect(sheets.find(({ name }) => name === 'By Day')?.rows).toEqual([
			[
				...[{ day: '2026-11-02' }, 'missing', 'missing', 1, { money: 1000 }],
				...['missing', 'missing', 'missing'],
			],
		]);
		expect(text.split('Everything else is there.')).toHaveLength(2);
		const all = [...missing, { list: 'refunds', why: 'No scope' }];
		expect(report({ entries: [], missing: all }).text).not.toContain('Everything else');
	});

	it.each([
		[{ confirmation: 'unknown', confirmationText: 'Not known: in_doubt' }, 'Not known: in_doubt'],
		[
			{ counts: false, isRead: false, statusText: 'Paid', reasonText: 'The amount cannot be read' },
			'Paid: not counted. The amount cannot be read',
		],
	])('has it on the sheet To Look At where something is %j', (more, words) => {
		const { sheets } = report({ entries: [{ ...RENT, ...more }] });
		const look = sheets.find(({ name }) => name === 'To Look At');
		expect(look?.rows).toMatchObject([{ 5: expect.stringContaining(words) }]);
	});
});

it('what the report cannot tell is said in whole sentences', () => {
	const { text } = report({ entries: [] });
	const [, cannot = ''] = text.split('What this report cannot tell:\n');
	for (const line of cannot.split('\n')) expect(line).toMatch(/^- [A-Z][\w -]+: .+\.$/);
});

describe('a statement of another month', () => {
	const WARNING = 'This statement is of another month: none of its rows is of November 2026';

	it('is said to be one, on the page and in the file', () => {
		expect(warningsOf(compare(['2026-10-02', '2026-12-01']))).toContain(WARNING);
	});

	it.each([[['2026-10-02', '2026-11-30']], [['02/10/2026']], [[]]])(
		'is none that has the days %j',
		(days) => {
			expect(warningsOf(compare(days))).not.toContain('another month');
		},
	);
});

describe('the lines of a bank statement', () => {
	const [HEAD, ROW] = ['Date,Description,Amount', '2026-11-02,RENT 12,1000.00'];

	it.each([
		['a stray quotation mark', [HEAD, ROW, '2026-11-06,"Quote 18,50.00', ROW, ROW], 3],
		['one that another row closes', [HEAD, '2026-11-06,"Quote,50.00', '2026-11-06,x",1'], 2],
		['one in the last row', [HEAD, ROW, '2026-11-06,Order,"50.00'], 3],
		['one before the headings', ['"Statement,of', HEAD, ROW], 1],
	])('are refused where %s would swallow some', (_, lines, row) => {
		const compared = read(lines);
		expect(compared.statement.rows).toBeUndefined();
		expect(warningsOf(compared)).toContain(
			`The bank statement could not be compared: a cell in row ${row} begins with a quotation mark (") and does not end in the same row.`,
		);
	});

	it.each(['\n', '\r\n', '\r'])('end with %j, and may have quotation marks inside', (end) => {
		const lines = [HEAD, '2026-11-02,"RENT, ""12""","1,000.00"', '2026-11-02,The "Inn" 5" x,7.00'];
		expect(resultsOf(read(lines, [RENT], end))).toEqual([FOUND, 'Nothing of this month fits']);
	});

	it('are all listed, also without an amount', () => {
		const compared = read([HEAD, ROW, '2026-11-06,RENT 12,', ',,', ',Closing balance,']);
		const none = 'There is no amount in this row';
		expect(resultsOf(compared)).toEqual([FOUND, none, none]);
		expect(warningsOf(compared)).toContain('Rows of the bank statement: 3, R1000.00');
		expect(warningsOf(compared)).toContain(
			'- nothing fits, or the amount cannot be read: 0, R0.00\n- without an amount: 2, R0.00',
		);
		expect(warningsOf(compare(['2026-11-02']))).not.toContain('without an amount');
	});
});

describe('the cells of a bank statement', () => {
	const unread = 'The amount cannot be read, or can be read in two ways';

	it.each([
		['Date,Text,Amount', '2026-11-02,RENT 12,1000,00', unread],
		['Date,Text,Amount,', '2026-11-02,RENT 12,1000,00', unread],
		['Date,Text,Amount', '2026-11-02,RENT 12,1000.00,,', FOUND],
		['Date,,Amount', '2026-11-02,RENT 12,1000.00', FOUND],
		['Date,Text,Debit,Credit', '2026-11-02,RENT 12,,1000,00', unread],
	])('under %j are not more than the headings: %j', (head, row, result) => {
		const compared = read([head, row]);
		expect(resultsOf(compared)).toEqual([result]);
		expect(compared.statement.rows[0]).toHaveProperty('hasAmount', true);
	});

	it.each([
		['Date;Text;Amount', '2026-11-02;RENT 12, flat, November, 2026, thank you;1000,00'],
		['Date,Text,Amount', '2026-11-02,RENT 12; flat; November; 2026; thank you,1000.00'],
		['Date;Text, or what it was, if any;Amount', '2026-11-02;RENT 12;1 000,00'],
	])('are between the marks that are between the headings: %j', (...lines) => {
		expect(resultsOf(read(lines))).toEqual([FOUND]);
	});
});

it('reads each day of a statement once, however many rows and entries are alike', () => {
	const count = 300;
	const entries = Array.from({ length: count }, (_, at) => ({ ...RENT, id: `payment-${at}` }));
	const daysRead = jest.spyOn(DateTime, 'fromISO');
	const alike = (day: string) => compare(Array<string>(count).fill(day), entries);
	const [far] = resultsOf(alike('2026-12-31'));
	const [near] = resultsOf(alike('2026-11-02'));
	expect(daysRead.mock.calls.length).toBeLessThan(count);
	daysRead.mockRestore();
	expect(far).toBe(
		'Reference and amount fit payment rent-2026-11-unit-12 (300 of them), but the day is 60 days away',
	);
	expect(near).toMatch(/^Not decided: fits payment .* \(300 of them\)/);
});

describe('the columns of a bank statement', () => {
	it.each([
		['Date,Description,Fee amount,Amount', '2026-11-02,RENT 12,5.00,1000.00', ['Amount']],
		['Date,Amount in USD,Amount (ZAR),Text', '2026-11-02,55.00,1000.00,RENT 12', ['Amount (ZAR)']],
		['Datum;Fooi bedrag;Bedrag;Teks', '2026-11-02;5,00;1000,00;RENT 12', ['Bedrag']],
		['Date,Text,Transaction amount', '2026-11-02,RENT 12,1000.00', ['Transaction amount']],
		['Date,Text,Debit,Credit', '2026-11-02,RENT 12,,1000.00', ['Debit', 'Credit']],
		['Date,Text,Debit order,Debit,Credit', '2026-11-02,RENT 12,,,1000.00', ['Debit', 'Credit']],
		['Date,Text,Debit/Credit', '2026-11-02,RENT 12,1000.00', ['Debit/Credit']],
		['Opening amount,9.00\nDate,Text,Amount', '2026-11-02,RENT 12,1000.00', ['Amount']],
	])('are read under %j', (head, row, columns) => {
		const compared = read([head, row]);
		expect(resultsOf(compared)).toEqual([FOUND]);
		expect(compared.statement.columns).toEqual(columns);
	});

	it.each([
		['Date,Text,Fee amount,Paid amount', 'amount: “Fee amount”, “Paid amount”'],
		['Date,Text,Amount,AMOUNT', 'amount: “Amount”, “AMOUNT”'],
		['Date,Text,Amount,Debit/Credit', 'amount: “Amount”, “Debit/Credit”'],
		['Date,Text,Debit,Credit,Credit', 'credit: “Credit”, “Credit”'],
	])('are refused, not guessed, under %j', (head, names) => {
		const compared = read([head, '2026-11-02,RENT 12,5.00,1000.00,']);
		expect(compared.statement.rows).toBeUndefined();
		expect(warningsOf(compared)).toContain(
			`The bank statement could not be compared: two columns could be the ${names}. Rename or remove`,
		);
	});

	it('are asked for where none has amounts', () => {
		expect(warningsOf(read(['Date,Text', '2026-11-02,RENT 12']))).toContain(
			'no column with amounts was found in it. Name the column Amount',
		);
	});
});
