import { runInNewContext } from 'node:vm';
import { DateTime } from 'luxon';

import { failedPaymentReasons, meaningInWords } from '../../nodes/Stitch/transport/reasons';
import { readExample } from '../examples.mts';

type Cell = string | number;

const { nodes, connections } = readExample('pay-a-file.json');

const HEAD = ['reference', 'name', 'bank', 'account number', 'amount', 'payment reference'];
const ROW = ['r-1', 'Payee', 'FNB', '0123456789', '10.00', 'Invoice'];

/** What a Code node makes of what the nodes before it gave. */
function made(
	node: string,
	before: Record<string, object[]>,
	input: object[] = [],
): Array<Record<string, unknown>> {
	const code = String(nodes.find(({ name }) => name === node)?.parameters.jsCode);
	const given = (items: object[] = [{}]) => {
		const all = items.map((json, item) => ({ json, pairedItem: { item } }));
		return { all: () => all, first: () => all[0] ?? { json: {} } };
	};
	const $ = (name: string) => ({ ...given(before[name]), isExecuted: name in before });
	const context = { $, $input: given(input), DateTime };
	const returned = runInNewContext(`(() => {${code}})()`, context) as unknown;
	// Of another context, as far as jest can tell.
	return (JSON.parse(JSON.stringify(returned)) as Array<{ json: Record<string, unknown> }>).map(
		({ json }) => json,
	);
}

/** What the node "Recognise Columns" makes of a file, whose lines are lists of cells. */
function recognise(
	lines: Cell[][],
	{
		settings = {},
		uploader = '',
		isExcel = false,
	}: { settings?: object; uploader?: string; isExcel?: boolean } = {},
): Array<Record<string, unknown>> {
	const before = {
		Settings: [{ verifyAccounts: false, secondPerson: '', ...settings }],
		'Payments File': [{ user: { email: uploader } }],
		...(isExcel ? { 'Read Excel': [] } : {}),
	};
	const input = lines.map((row) => ({ row }));
	return made('Recognise Columns', before, input);
}

describe('the columns of a file with payments', () => {
	it.each([
		[HEAD],
		[['Our Reference', 'Employee', 'Bank name', 'Acc. No', 'Net pay (R)', 'Statement_reference']],
		[['VERWYSING', 'Naam', 'Bank', 'Rekeningnommer', 'Bedrag', 'Betaalverwysing']],
		[
			[
				'Ons verwysing',
				'Begunstigde',
				'Banknaam',
				'Rekening nr',
				'Netto salaris',
				'Staatverwysing',
			],
		],
	])('are recognised by their usual names: %j', (head) => {
		const [row] = recognise([head, ROW]);
		expect(row).toEqual({
			row: 2,
			reference: 'r-1',
			name: 'Payee',
			bank: 'FNB',
			accountNumber: '0123456789',
			amount: '10.00',
			statementReference: 'Invoice',
			idNumber: '',
			initials: '',
			familyName: '',
			wrong: '',
			isRepeated: false,
			isNumber: false,
			columns: expect.stringContaining(`Amount is “${head[4]}”`),
		});
	});

	it('may come in any order, below empty lines, with others between them, and rows keep their number', () => {
		const line = (cells: Cell[]) => ['note', ...cells.toReversed()];
		const empty = ['', '', '', '', '', '', ''];
		const rows = recognise([empty, line(HEAD), empty, line(ROW), empty]);
		expect(rows).toMatchObject([{ row: 4, reference: 'r-1', accountNumber: '0123456789' }]);
	});

	it('may come below a title, which the page says', () => {
		const title = ['Wages November 2026', '', '', '', '', ''];
		const rows = recognise([title, ['Bank', '', '', '', '', ''], HEAD, ROW]);
		expect(rows).toMatchObject([{ row: 4, reference: 'r-1' }]);
		expect(rows[0]?.columns).toContain('The headings are in row 3: nothing above them is paid');
		expect(recognise([HEAD, ROW])[0]?.columns).not.toContain('headings');
		const far = Array.from({ length: 30 }, () => title);
		const [{ complaint } = {}] = recognise([...far, HEAD, ROW], { isExcel: true });
		expect(complaint).toContain('The headings have to be in one of the first rows.');
		expect(complaint).not.toMatch(/commas|headings of this file/);
	});

	it('keep the cents of a formula, refuse to round, and tell an account number that is a number', () => {
		const rows = [1234.5000000000002, 12.345, 100].map((amount) => [
			...['r', 'Payee', 'FNB', 123_456_789, amount, 'Invoice'],
		]);
		expect(recognise([HEAD, ...rows])).toMatchObject([
			{ amount: '1234.5', isNumber: true },
			{ amount: '12.345', isNumber: true },
			{ amount: '100', isNumber: true },
		]);
	});

	it.each<[string, Cell[][], string]>([
		['an empty file', [], 'The file is empty.'],
		['headings alone', [HEAD, ['', '', '', '', '', '']], 'There are no rows below the headings.'],
		[
			'two columns that could be the same',
			[
				[...HEAD, 'Net Pay'],
				[...ROW, '9.00'],
			],
			'Two columns could be the amount: “amount”, “Net Pay”.',
		],
		...['net', 'Nett', 'Take-home', 'Total', 'Total due', 'Te betaal', 'Netto (R)'].map(
			(net): [string, Cell[][], string] => [
				`gross and net: ${net}`,
				[
					[...HEAD.with(4, 'Salary'), net],
					[...ROW, '9.00'],
				],
				`Two columns could be the amount: “Salary”, “${net}”.`,
			],
		),
		[
			'a column that is missing',
			[HEAD.slice(1), ROW.slice(1)],
			'recognised as: Reference (name it',
		],
		[
			'damaged letters',
			[HEAD, ROW, ROW.with(1, 'Andr\ufffd')],
			'In row 3, letters are damaged: the file was not saved as UTF-8.',
		],
		['one column', [['a\tb'], ['1\t2']], 'have to be separated by commas or semicolons'],
	])('are not guessed: %s', (_, lines, complaint) => {
		expect(recognise(lines)).toEqual([{ complaint: expect.stringContaining(complaint) }]);
	});

	it.each<[string, Cell[][], string]>([
		[
			'a row',
			[HEAD, ROW, ROW.with(1, 'Van der Merwe,012\nr-3,Anna')],
			'In row 3, the cell under “name”',
		],
		[
			'a column that is not used',
			[
				[...HEAD, 'note'],
				[...ROW, 'x\r\nr-2,Anna'],
			],
			'In row 2, the cell under “note”',
		],
		['the headings', [HEAD.with(1, 'name\nr-1,Payee'), ROW], 'In row 1, a heading'],
	])(
		'are those of no .csv file in which a quotation mark joins lines, in %s',
		(_, lines, where) => {
			const [{ complaint } = {}] = recognise(lines);
			expect(complaint).toContain(
				`${where} goes over several lines: a quotation mark (") is missing`,
			);
			expect(complaint).not.toMatch(/Merwe|Anna|Payee/);
		},
	);

	it('may end in what is left of a line break of Windows', () => {
		const [head, cells] = [HEAD, ROW].map((line) => line.with(-1, `${line.at(-1)}\r`));
		expect(recognise([head ?? [], cells ?? []])).toMatchObject([
			{ statementReference: 'Invoice', wrong: '' },
		]);
	});

	it('may have line breaks in Excel, but not in the fields of a payment', () => {
		const head = [...HEAD, 'note'].with(4, 'Amount\n(R)');
		const good = [...ROW, 'two\nlines'].with(1, 'Payee\n');
		expect(recognise([head, good], { isExcel: true })).toMatchObject([
			{ name: 'Payee', amount: '10.00', wrong: '' },
		]);
		expect(recognise([head, good.with(1, 'Pay\nee')], { isExcel: true })).toEqual([
			{
				complaint:
					'In row 2, the cell under “name” goes over several lines. Write it on one line, then upload it again.',
			},
		]);
	});

	it('are not shown where the first line holds account numbers', () => {
		const [{ complaint } = {}] = recognise([['r-1', 'Payee', 'FNB', '012 345 6789', '10.00', 'x']]);
		expect(complaint).toContain('“…”');
		expect(complaint).not.toMatch(/345/);
	});

	it('include the ID number where accounts are verified', () => {
		const settings = { verifyAccounts: true };
		expect(recognise([HEAD, ROW], { settings })).toEqual([
			{ complaint: expect.stringContaining('ID number (name it “id number”') },
		]);
		const head = [...HEAD, 'ID-nommer', 'Voorletters', 'Van'];
		expect(recognise([head, [...ROW, '9001010000080', 'T', 'Tester']], { settings })).toMatchObject(
			[{ idNumber: '9001010000080', initials: 'T', familyName: 'Tester' }],
		);
	});

	it('are of no use to somebody who would have to approve the file alone', () => {
		const settings = { secondPerson: 'Boss@example.com ' };
		const uploaded = recognise([HEAD, ROW], { settings, uploader: 'boss@example.com' });
		expect(uploaded).toEqual([{ complaint: expect.stringContaining('Somebody else has to') }]);
		expect(recognise([HEAD, ROW], { settings, uploader: 'clerk@example.com' })).toMatchObject([
			{ reference: 'r-1' },
		]);
	});

	it.each([
		['two addresses', 'boss@example.com, clerk@example.com'],
		['an address with a name', 'Boss <boss@example.com>'],
		['no address', 'the boss'],
	])('are of no use where the second person is not one address: %s', (_, secondPerson) => {
		expect(recognise([HEAD, ROW], { settings: { secondPerson } })).toEqual([
			{ complaint: expect.stringContaining('secondPerson has to be one email address') },
		]);
	});

	it.each(['CLERK@example.com', 'clerk+boss@example.com'])(
		'are of no use to somebody whose other address approves: %s',
		(secondPerson) => {
			const settings = { secondPerson };
			expect(recognise([HEAD, ROW], { settings, uploader: 'clerk+1@example.com' })).toEqual([
				{ complaint: expect.stringContaining('Somebody else has to') },
			]);
		},
	);
});

describe('a row of a file with payments', () => {
	const wrongs = (...references: Cell[]) =>
		recognise([HEAD, ...references.map((one) => [one, ...ROW.slice(1)])]).map(({ wrong }) => wrong);

	it('is not paid where Excel may have changed its reference', () => {
		expect(wrongs(17, '2.02611E+11', '0017', 'E+1')).toEqual([
			expect.stringContaining('Excel keeps this reference as a number'),
			expect.stringContaining('Excel keeps this reference as a number'),
			'',
			'',
		]);
	});

	it('is not paid where Excel may have changed what the payee sees, such as a date to a number', () => {
		const seen = [46_327, '1E+05', '0017'].map((cell, place) =>
			ROW.with(0, `r-${place}`).with(5, cell as string),
		);
		expect(recognise([HEAD, ...seen]).map(({ wrong }) => wrong)).toEqual([
			expect.stringContaining('Excel keeps Statement (what the payee sees on the bank statement)'),
			expect.stringContaining('Excel keeps Statement (what the payee sees on the bank statement)'),
			'',
		]);
	});

	it('is not paid beside another of the same reference, however it is written', () => {
		expect(wrongs('inv-7', 'INV\u20137', 'inv-7', 'INV 7', 'Inv7', '', '')).toEqual([
			'',
			expect.stringMatching(/^Same reference as row 2, but for capitals, spaces or signs\./),
			expect.stringMatching(/^Same reference as row 2\./),
			expect.stringMatching(/^Same reference as row 2, but/),
			expect.stringMatching(/^Same reference as row 2, but/),
			'',
			'',
		]);
		expect(wrongs('inv-1-11', 'inv-11-1', 'inv-111', '--', '++')).toEqual(['', '', '', '', '']);
	});

	it.each<[string, number, string, string]>([
		['amount', 4, '11.00', 'with another amount: neither of them is paid from this file.'],
		['account', 3, '0123456780', 'with another account: neither of them is paid from this file.'],
		['bank', 2, 'Absa', 'with another bank: neither of them is paid from this file.'],
		['name', 1, 'Other', 'with another name: neither of them is paid from this file.'],
	])(
		'is not paid, nor the other, where the reference is the same but not the %s',
		(_, ...case_) => {
			const [place, cell, words] = case_;
			const wrong = (...rows: Cell[][]) => recognise([HEAD, ...rows]).map((row) => row.wrong);
			const other = ROW.with(place, cell);
			expect(wrong(ROW, other)).toEqual([
				expect.stringMatching(`^Same reference as row 3, ${words}`),
				expect.stringMatching(`^Same reference as row 2, ${words}`),
			]);
			expect(wrong(ROW, ROW, other.with(0, 'R 1'))).toEqual([
				expect.stringMatching(
					/^Same reference as rows 3, 4, but for capitals, spaces or signs, with/,
				),
				expect.stringMatching(/^Same reference as rows 2, 4, but/),
				expect.stringMatching(/^Same reference as rows 2, 3, but/),
			]);
		},
	);

	it('is paid once where the other of the same reference is the same in other words', () => {
		const other = ['r-1', 'PAYEE', 'fnb', '012 345 6789', 'R 10', 'Invoice'];
		expect(recognise([HEAD, ROW, other]).map(({ wrong }) => wrong)).toEqual([
			'',
			expect.stringMatching(/^Same reference as row 2\./),
		]);
	});

	it.each<[Cell[], boolean]>([
		[['TOTAL', '', '', '', '30.00', ''], true],
		[['', '', '', '', 30, ''], true],
		[['', 'Groottotaal', '', '', '30.00', ''], true],
		[['r-2', '', '', '', '30.00', ''], false],
	])('is perhaps a total: %j', (cells, isTotal) => {
		const words = 'Only an amount: if this is a total, take the row out.';
		expect(recognise([HEAD, ROW, cells])[1]?.wrong).toBe(isTotal ? words : '');
	});

	const SENT = { id: 'd-1', amount: 10, status: 'completed', createdAt: '2026-11-19T23:30:00Z' };
	const [ROW_READ = {}] = recognise([HEAD, ROW]);
	const sentBefore = (sent: object, row: object = {}) =>
		made('Sent Before', {
			'Look Up': [{ ...SENT, ...sent }],
			'Recognise Columns': [{ ...ROW_READ, ...row }],
		})[0];

	it('is not paid where something is wrong with it, whatever was sent before', () => {
		expect(sentBefore({ status: 'error' }, { wrong: 'Same reference as row 2.' })).toMatchObject({
			toPay: false,
			why: 'Same reference as row 2.',
		});
	});

	/** The rows of a file, where Stitch has a payment of R10 under each reference that is in use. */
	const rowsSentBefore = (rows: Cell[][], sent: object = {}) => {
		const read = recognise([HEAD, ...rows]);
		const answers = read.map(({ reference }) => (reference === 'r-1' ? { ...SENT, ...sent } : {}));
		return made('Sent Before', { 'Look Up': answers, 'Recognise Columns': read });
	};

	it('is shown as sent before where it is the one of two with a reference that was sent', () => {
		const rows = rowsSentBefore([ROW, ROW.with(4, '50.00'), ROW.with(0, 'R 1')]);
		expect(rows).toMatchObject([
			{ toPay: false, why: '', before: 'R10.00 on 20 Nov 2026: paid', sent: { id: 'd-1' } },
			{
				toPay: false,
				before: 'R10.00 on 20 Nov 2026: paid',
				why: expect.stringMatching(
					/none of them is paid from this file\. If one of them was sent before, leave its reference as it is and give only the others new ones\./,
				),
			},
			{ toPay: false, why: expect.stringContaining('Same reference as rows 2, 3') },
		]);
		expect(rows.map((row) => 'sent' in row)).toEqual([true, false, false]);
	});

	it.each<[string, Cell[], object, string]>([
		['both fit what was sent', ROW.with(1, 'Other'), {}, 'R10.00 on 20 Nov 2026: paid'],
		[
			'what was sent has failed',
			ROW.with(4, '50.00'),
			{ status: 'error' },
			'R10.00 on 20 Nov 2026: not paid. ',
		],
		[
			'nobody knows what was sent',
			ROW.with(4, '50.00'),
			{ id: undefined, error: 'No answer' },
			'It could not be looked up',
		],
	])('is not paid, nor the other of its reference, where %s', (_, other, sent, before) => {
		expect(rowsSentBefore([ROW, other], sent)).toEqual([
			expect.objectContaining({ toPay: false, before, why: expect.stringMatching(/^Same ref/) }),
			expect.objectContaining({ toPay: false, before, why: expect.stringMatching(/^Same ref/) }),
		]);
	});

	it.each([
		['the same account', '0123456789', { why: '', before: 'R10.00 on 20 Nov 2026: paid' }],
		['an account of which Stitch shows only a part', '*****6789', { why: '' }],
		['an account that Stitch does not show', null, { why: '' }],
		[
			'an account without a zero of the file',
			'123456789',
			{ why: '', before: expect.stringContaining('A zero at the beginning of the account') },
		],
		[
			'another account',
			'0123456780',
			{
				why: 'The row now has another account. Nothing is sent for it. If it is the same payment, put the old value back; a new payment needs a reference of its own.',
			},
		],
	])('is compared with a payment to %s', (_, accountNumber, expected) => {
		expect(sentBefore({ accountNumber })).toMatchObject({ toPay: false, ...expected });
	});

	it('is on its way only where Stitch says so: a status that is new is not known, and nothing is sent', () => {
		const before = (status: string) => sentBefore({ status });
		expect(before('submitted')).toMatchObject({ before: 'R10.00 on 20 Nov 2026: on its way' });
		const strange = before('rejected');
		expect(strange).toMatchObject({
			toPay: false,
			before: 'R10.00 on 20 Nov 2026: not known, Stitch says “rejected”',
		});
		const unknown = {
			Status: 'Not known',
			'What happened': expect.stringContaining('Stitch says “rejected”.'),
			'What to do': 'Look this payment up in the Stitch dashboard.',
		};
		expect(results([strange ?? {}], [])).toMatchObject([{ ...unknown, Sent: 'before' }]);
		const answer = { id: 'd-1', status: 'rejected', alreadyExisted: false };
		expect(results([{}], [answer])).toMatchObject([{ ...unknown, Sent: 'now' }]);
	});

	/** The page before the payments, for rows that can be paid. */
	function reviewed(
		rows: object[],
		sent: object[] = [],
		{ text = '', ...before }: { text?: string } & Record<string, object[] | string> = {},
	) {
		const all = rows.map((one, index) => ({ ...ROW_READ, toPay: true, row: index + 2, ...one }));
		const [list] = made('Review List', {
			Settings: [{ maximumPerDay: '500', verifyAccounts: false }],
			'Style and Words': [{ words: [] }],
			'Sent Before': all,
			'To Pay': all,
			'Check Payment': all.map(() => ({ dryRun: true, amount: 10, bank: 'fnb' })),
			'Accounts to Verify': [],
			'Verify Account': [],
			'Paid Lately': sent,
			'Read Text': [{ data: text }],
			...(before as Record<string, object[]>),
		});
		const {
			rows: judged,
			lines,
			file: name,
			by,
			asOf,
		} = list as {
			rows: Array<{ row: number; ready: boolean; shown: Record<string, string> }>;
			lines: string[];
			file: string;
			by: string;
			asOf: string;
		};
		const shown = judged.map((one) => one.shown);
		return { all: judged, shown, lines: lines.join(' '), file: name, by, asOf };
	}

	it('comes from a file, and from somebody, whose names are code nowhere', () => {
		const evil = (filename: string, email = '') =>
			reviewed([{}], [], { 'Payments File': [{ paymentsFile: { filename }, user: { email } }] });
		const name = `p<img src=x onerror="eval('&#123;{{ $json }}')">`;
		expect(evil(`${name}.csv`, `o'neil+1<b>@example.com`)).toMatchObject({
			file: 'pimg srcx onerroreval(123 json ).csv',
			by: "o'neil+1b@example.com",
		});
		expect(evil('Salarisse (Des.) – Zoë_1-2.xlsx').file).toBe('Salarisse (Des.)  Zoë_1-2.xlsx');
		// A mail program makes a link of it.
		expect(evil('pay.evil.example.csv').file).toBe('pay evil example.csv');
		expect(evil('Nov. 1.XLSX').file).toBe('Nov. 1.XLSX');
		expect(evil('x'.repeat(500)).file).toHaveLength(80);
		expect(evil('<">').file).toBe('without a name');
		// No other node takes the names as they came.
		const raw = nodes.filter(({ parameters }) =>
			/\.filename|\buser\?*\.email/.test(JSON.stringify(parameters)),
		);
		expect(raw.map((node) => node.name)).toEqual(['Recognise Columns', 'Review List']);
		expect(recognise([HEAD, ROW], { uploader: name })).toMatchObject([{ wrong: '' }]);
	});

	it('is shown as things stand at a time, which the page names, and of the first sheet alone', () => {
		expect(reviewed([{}]).lines).toMatch(/^As of \d{1,2} [A-Z][a-z]+ 20\d\d, \d\d:\d\d\. /);
		const sheet = 'Only the first sheet of the workbook was read, with its hidden rows.';
		expect(reviewed([{}]).lines).not.toContain(sheet);
		expect(reviewed([{}], [], { 'Read Excel': [] }).lines).toContain(sheet);
	});

	it('comes with a warning where another row of the file has the same account and amount', () => {
		const sent = {
			sent: { status: 'completed', amount: 10 },
			toPay: false,
			why: '',
			before: 'Paid',
		};
		const rows = [
			{ reference: 'INV-17' },
			{ reference: 'Invoice 17', accountNumber: '123456789' },
			{ reference: 'other', accountNumber: '2345678900' },
			{ reference: 'wrong', toPay: false, why: 'Wrong.' },
			{ reference: 'once', accountNumber: '3456789000' },
			{ reference: 'before', accountNumber: '3456789000', ...sent },
		];
		const { shown, lines } = reviewed(rows);
		expect(shown.map((one) => one['Sent before'])).toEqual([
			'Same account and amount as row 3',
			'Same account and amount as row 2',
			'',
			'',
			'Same account and amount as row 7',
			'Paid',
		]);
		expect(lines).toContain('in more than one row of this file: look at rows 2, 3, 6. Make sure');
		expect(reviewed([{}]).lines).not.toContain('more than one row');
		const many = reviewed(Array.from({ length: 20 }, () => ({})));
		expect(many.shown[0]?.['Sent before']).toBe(
			'Same account and amount as rows 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, …',
		);
	});

	it('says where it could not be compared with what was paid under other references', () => {
		const unknown = 'It could not be checked whether the same was paid under another reference.';
		expect(reviewed([{}], [{ error: 'No answer' }]).lines).toContain(unknown);
		expect(reviewed([{}]).lines).not.toContain(unknown);
	});

	it('shows what the payee sees on the statement, but no account number there', () => {
		const statement = (text: string) =>
			reviewed([{ statementReference: text }]).shown[0]?.Statement;
		expect(['Salary', 'INV 100234', 'Acc 0123456789', '17: 0123 456 789'].map(statement)).toEqual([
			'Salary',
			'INV 100234',
			'…89',
			'…89',
		]);
	});

	describe('when it was approved', () => {
		const other = {
			...{ ...SENT, id: 'd-2', externalReference: 'INV-17' },
			...{ accountNumber: '123456789', bank: 'fnb' },
		};
		/** The second look, at rows of a page; of a page of just now, unless it says when. */
		const lookAgain = (
			rows: object[],
			meanwhile: object[],
			before: object[] = [],
			pageOf: { asOf?: string } = { asOf: SENT.createdAt },
		) => {
			const { all, asOf } = reviewed(rows, before);
			const [looked] = made('Look Again', {
				'Review List': [{ rows: all, asOf, ...pageOf }],
				'Paid Lately': before,
				'Paid Meanwhile': meanwhile,
			});
			const { held, left, noted } = looked as {
				held: Record<string, string>;
				left: number;
				noted: string;
			};
			const [list] = [{ rows: all, ready: all.filter(({ ready }) => ready).length }];
			const given = { 'Review List': [list], 'Look Again': [looked ?? {}] };
			return { held, left, noted: JSON.parse(noted) as object[], given };
		};

		it.each<[string, object[], object[]]>([
			['nothing', [{}], []],
			['the same under its own reference', [{ ...other, externalReference: 'r-1' }], []],
			['another amount', [{ ...other, amount: 11 }], []],
			['the same to another account', [{ ...other, accountNumber: '9876543210' }], []],
			['the same to that number at another bank', [{ ...other, bank: 'capitec' }], []],
			['the same, which has failed', [{ ...other, status: 'error' }], []],
			['what the page has shown', [other], [other]],
		])('is paid after %s went to its account', (_, meanwhile, before) => {
			const { held, left, given } = lookAgain([{}], meanwhile, before);
			expect([held, left]).toEqual([{}, 1]);
			expect(made('Rows to Pay', given)).toMatchObject([{ row: 2, reference: 'r-1' }]);
		});

		it.each([
			['', [{}]],
			[', also if the page could not be compared', [{ error: 'No answer' }]],
		])(
			'is not paid where meanwhile the same went to its account under another reference%s',
			(_, before) => {
				const own = { ...other, id: 'd-3', externalReference: 'r-1' };
				const rows = [{}, { accountNumber: '2345678900', reference: 'r-2' }];
				const { held, left, given } = lookAgain(rows, [other, own], before);
				const what =
					'Meanwhile R10.00 went to this account on 20 November under INV-17, which the page did not show.';
				expect([held, left]).toEqual([{ 2: what }, 1]);
				expect(made('Rows to Pay', given)).toMatchObject([{ row: 3 }]);
				const result = made('Result', {
					...given,
					Settings: [{ secondPerson: '' }],
					'Style and Words': [{ words: [] }],
					Pay: [{ id: 'd-9', status: 'completed', alreadyExisted: false }],
				});
				expect(result).toMatchObject([
					{ Status: 'Not sent', 'What happened': what, 'Stitch ID': '' },
					{ Status: 'Paid', 'Stitch ID': 'd-9' },
				]);
				for (const bank of [undefined, 'First National Bank']) {
					expect(lookAgain([{}], [{ ...other, bank }]).held[2]).toContain('this account number on');
				}
				const named = { ...other, externalReference: '0123456789' };
				expect(lookAgain([{}], [named]).held[2]).toContain('under …89,');
			},
		);

		it('is not paid where the credential is that of another client than when the page was made', () => {
			const seen = (days: number) => ({
				...{ ...other, id: `d-${days}`, amount: 11 },
				createdAt: DateTime.now().minus({ days }).toISO(),
			});
			const before = [seen(20), seen(3)];
			const twoDaysAgo = { asOf: seen(2).createdAt };
			const { held, left } = lookAgain([{}], [seen(1)], before, twoDaysAgo);
			expect([left, held[2]]).toEqual([0, expect.stringContaining('belongs to another client')]);
			expect(lookAgain([{}], [], before, twoDaysAgo).left).toBe(0);
			expect(lookAgain([{}], [seen(1), seen(3)], before, twoDaysAgo).left).toBe(1);
			// So old that the second look does not reach it.
			expect(lookAgain([{}], [], [seen(27)], twoDaysAgo).left).toBe(1);
		});

		it.each<[string, number, object[], number]>([
			['of before the page, where that client had paid nobody lately', 60, [], 0],
			['of before the page, where the page could not look it up', 60, [{ error: 'No answer' }], 1],
			['of the minutes in which clocks differ', 3, [], 1],
			['of after the page', -3, [], 1],
		])('is not paid where there is a payout that the page had to know: one %s', (...given) => {
			const [, minutes, before, isLeft] = given;
			const createdAt = DateTime.now().minus({ minutes }).toISO();
			// The page is of now.
			const { held, left } = lookAgain([{}], [{ ...other, amount: 11, createdAt }], before, {});
			expect(left).toBe(isLeft);
			if (isLeft === 0) expect(held[2]).toContain('belongs to another client');
		});

		it('is not paid, nor is any other, where it is not known what was paid meanwhile', () => {
			const { held, left, given } = lookAgain([{}, { reference: 'r-2' }], [{ error: 'No answer' }]);
			expect(left).toBe(0);
			expect(held[3]).toMatch(/^It could not be looked up what was paid since .* \(No answer\)$/);
			expect(made('Rows to Pay', given)).toEqual([]);
		});

		it('is noted before anything is paid, for a report in case that n8n stops', () => {
			const next = (name: string) => connections[name]?.main?.[0]?.map(({ node }) => node);
			expect(
				['Paid Meanwhile', 'Look Again', 'Still to Pay?', 'Note the Run', 'Rows to Pay'].map(next),
			).toEqual([['Look Again'], ['Still to Pay?'], ['Note the Run'], ['Rows to Pay'], ['Pay']]);
			const sent = { sent: { ...SENT, status: 'pending' }, toPay: false, why: '' };
			const wrong = { toPay: false, why: 'Wrong.' };
			expect(lookAgain([{}, sent, wrong], []).noted).toEqual([
				{
					Row: 2,
					Reference: 'r-1',
					Name: 'Payee',
					Amount: 10,
					Status: 'Perhaps sent',
					Sent: '',
					'What happened': expect.stringContaining('was interrupted'),
					'What to do': expect.stringContaining('Upload the same file again'),
					'Stitch ID': '',
				},
				expect.objectContaining({ Status: 'On its way', Sent: 'before', 'Stitch ID': 'd-1' }),
				expect.objectContaining({ Status: 'Not sent', 'What happened': 'Wrong.' }),
			]);
		});
	});

	it('is under a heading that does not deny what was sent before', () => {
		const html = String(nodes.find(({ name }) => name === 'Report')?.parameters.html);
		const [, code = ''] = /<h1>\{\{(.*?)\}\}<\/h1>/.exec(html) ?? [];
		const heading = (rows: object[], statuses: string[], isPaid: boolean, Sent = 'now') =>
			runInNewContext(code, {
				$: () => ({
					isExecuted: isPaid,
					first: () => ({ json: { rows } }),
					all: () => statuses.map((Status) => ({ json: { Status, Sent } })),
				}),
			}) as string;
		expect(heading([{ sent: {} }, {}], ['Paid', 'Not sent'], false)).toBe(
			'Nothing more was sent now',
		);
		expect(heading([{}], ['Not sent'], false)).toBe('Nothing was paid from this page');
		expect(heading([{}], ['On its way'], true)).toBe('What became of the payments');
		expect(heading([{}], ['Paid'], true)).toBe('Everybody on this list is paid');
		expect(heading([{ sent: {} }], ['Paid', 'Paid'], false, 'before')).toBe(
			'Everybody on this list was paid before: nothing was sent now',
		);
		const sent = { sent: { status: 'completed', amount: 10 }, toPay: false, why: '' };
		const line = 'Everybody on this list was paid before, under the same references: see the days';
		expect(reviewed([sent]).lines).toContain(line);
		expect(reviewed([sent, {}]).lines).not.toContain('Everybody');
	});

	it('is asked about only where one can be paid; otherwise the result comes at once, without an email', () => {
		const next = connections['Anything to Pay?']?.main?.map((output) => output?.[0]?.node);
		expect(next).toEqual(['Review', 'Result']);
		const condition = JSON.stringify(nodes.find(({ name }) => name === 'By Email?')?.parameters);
		const [, code = ''] = /=\{\{ (.*?) \}\}/.exec(condition) ?? [];
		const isSent = (decision?: string) =>
			runInNewContext(code, {
				$: (name: string) => ({
					isExecuted: decision !== undefined,
					first: () => {
						if (name === 'Settings') return { json: { resultTo: 'clerk@example.com' } };
						// As n8n does.
						if (decision === undefined) throw new Error('Node has not been executed');
						return { json: { decision } };
					},
				}),
			}) as boolean;
		expect(['Pay these rows', 'Pay nothing', undefined].map(isSent)).toEqual([true, false, false]);
	});

	it('counts in no total where it was not sent', () => {
		const html = String(nodes.find(({ name }) => name === 'Report')?.parameters.html);
		const [, code = ''] = /<tbody>\{\{(.*?)\}\}<\/tbody>/.exec(html) ?? [];
		const all = ['Paid', 'Not sent', 'Paid'].map((Status) => ({ json: { Status, Amount: 10.5 } }));
		const totals = runInNewContext(code, { $: () => ({ all: () => all }) }) as string;
		const cells = totals.split('</tr>').map((row) => row.replace(/<[^>]*>/g, ' ').trim());
		expect(cells.map((row) => row.split(/\s{2,}/))).toEqual([
			['Paid', '2', 'R21.00'],
			['Not sent', '1'],
			[''],
		]);
	});

	it('comes with a warning where the same amount went to the same account under another reference', () => {
		const other = {
			...{ ...SENT, externalReference: '0017' },
			...{ accountNumber: '123456789', bank: 'fnb' },
		};
		const [same, failed] = [
			reviewed([{}], [other]),
			reviewed([{}], [{ ...other, status: 'error' }]),
		];
		expect(same.shown).toMatchObject([
			{
				'Pay now': 'Yes',
				'Sent before': 'R10.00 went to this account on 20 November under 0017',
			},
		]);
		expect(same.lines).toContain('under another reference: 1 of 1 rows');
		// What was paid on another day does not count for today.
		expect(same.lines).toContain('Daily limit: R0.00 of R500');
		expect(failed.shown).toMatchObject([{ 'Sent before': '' }]);
		expect(reviewed([{}], [{ ...other, amount: 11 }]).shown).toMatchObject([{ 'Sent before': '' }]);
		// Another bank can have the same account number.
		const atBank = (bank?: string) =>
			reviewed([{}], [{ ...other, bank }]).shown[0]?.['Sent before'];
		expect(atBank('capitec')).toBe('');
		expect(atBank()).toContain('R10.00 went to this account number on 20 November');
		const banks = ['fnb', 'capitec', 'fnb'].map((bank) => ({ dryRun: true, amount: 10, bank }));
		const rows = ['a', 'b', 'c'].map((reference) => ({ reference }));
		const { shown } = reviewed(rows, [], { 'Check Payment': banks });
		expect(shown.map((one) => one['Sent before'])).toEqual([
			'Same account and amount as row 4',
			'',
			'Same account and amount as row 2',
		]);
	});

	it('shows the bank that was paid where it was sent before', () => {
		const sent = { sent: { status: 'completed', amount: 10, bank: 'absa' }, toPay: false, why: '' };
		const banks = (more: object) => reviewed([{ ...sent, ...more }]).shown[0]?.Bank;
		expect(banks({})).toBe('absa');
		expect(banks({ why: 'The row now has another amount.' })).toBe('FNB');
		expect(banks({ sent: { ...sent.sent, bank: null } })).toBe('FNB');
		expect(banks({ bank: 'Standard Bank', sent: { ...sent.sent, bank: 'standard_bank' } })).toBe(
			'Standard Bank',
		);
		expect(reviewed([{}]).shown[0]?.Bank).toBe('FNB');
	});

	it('has a number that leaves out empty lines, which the page says', () => {
		const lines = (text: string) => reviewed([{}], [], { text }).lines;
		for (const text of ['a;b\r\n\r\nc;d\r\n', '\na,b\nc,d', 'a,b\n\n\nc,d']) {
			expect(lines(text)).toContain('The file has empty lines, which are not counted');
		}
		expect(lines('a,b\r\nc,d\r\n\r\n')).not.toContain('empty lines');
	});

	it('shows its amount, also in what is wrong with it, but no account number there', () => {
		const shown = (amount: string, why = `Amount ${amount} is wrong.`, more = {}) => {
			const row = { toPay: false, amount, why, ...more };
			const [one] = reviewed([row], [], { 'Check Payment': [{}] }).shown;
			return ['Amount', 'What is wrong'].map((title) => one?.[title]);
		};
		for (const amount of ['120.005', '600000', 'R 12,500.000', '1 500 000,005']) {
			expect(shown(amount)).toEqual([amount, `Amount ${amount} is wrong.`]);
		}
		const both = '120.005 could be R120.005 or R120005.00';
		expect(shown('120.005', both)).toEqual(['120.005', both]);
		expect(shown('123456789')).toEqual(['…89', 'Amount …89 is wrong.']);
		// Another account than that of the row.
		expect(shown('9876543210')).toEqual(['…10', 'Amount …10 is wrong.']);
		const account = { accountNumber: '600000' };
		expect(shown('600000', undefined, account)).toEqual(['…00', 'Amount …00 is wrong.']);
		expect(shown('600000', 'Account 0123456789')[1]).toBe('Account …89');
	});

	it('shows no account number, however it is written, but its whole reference', () => {
		const shown = (fields: object) => reviewed([fields]).shown[0];
		for (const name of ['62-000-000-010', '62\u00a0000\u00a0000\u00a0010', 'ACC.62000.00010']) {
			expect(shown({ name })?.Name).toMatch(/…10$/);
		}
		const why = 'Write the amount as R50000.00, for example 10125.50.';
		expect(shown({ toPay: false, why })).toMatchObject({ 'What is wrong': why });
		for (const reference of ['salary-202611-017', 'INV-100 0234']) {
			expect(shown({ reference })).toMatchObject({ Reference: reference });
		}
		const ids = { idNumber: '9001010000080', reference: 'ID 900101-0000-080' };
		expect(shown(ids)).toMatchObject({ Reference: '…80' });
		expect(shown({ reference: '123456789' })).toMatchObject({ Reference: '…89' });
	});

	const results = (rows: object[], answers: object[]) =>
		made('Result', {
			'Review List': [{ rows: reviewed(rows).all, ready: rows.length }],
			Settings: [{ secondPerson: '' }],
			'Style and Words': [{ words: [] }],
			...(answers.length > 0 ? { Pay: answers } : {}),
		});

	it('fits into a cell of Excel, whatever its own cells hold', () => {
		const long = 'x'.repeat(33_000);
		const [row] = results([{ reference: long, name: long, bank: long }], [{ error: long }]);
		expect(row).toMatchObject({ Status: 'Not sent', Bank: `${long.slice(0, 200)}…` });
		expect(JSON.stringify(row).length).toBeLessThan(2_500);
	});

	it('has the status that was read after the approval where it was sent before', () => {
		const sent = { ...SENT, status: 'pending' };
		const rows = [
			{ sent, toPay: false, why: '', before: 'R10.00 on 20 Nov 2026: on its way' },
			{ reference: 'r-2', accountNumber: '2345678900' },
		];
		const { all } = reviewed(rows);
		const shown = (meanwhile: object[]) =>
			made('Result', {
				'Review List': [{ rows: all, ready: 1 }],
				'Look Again': [{ held: {} }],
				'Paid Meanwhile': meanwhile,
				Settings: [{ secondPerson: '' }],
				'Style and Words': [{ words: [] }],
				Pay: [{ id: 'd-2', status: 'pending', alreadyExisted: false }],
			})[0];
		const failed = { reasonText: 'The bank could not be reached. Try again later' };
		expect(shown([{ ...sent, status: 'error', ...failed }])).toMatchObject({
			Status: 'Failed',
			'What happened': 'R10.00 on 20 Nov 2026. The bank could not be reached. Try again later.',
			'What to do': expect.stringMatching(/^Leave the row as it is/),
		});
		expect(shown([{ ...sent, status: 'completed' }])).toMatchObject({
			Status: 'Paid',
			'What happened': 'R10.00 on 20 Nov 2026.',
		});
		for (const meanwhile of [[sent], [{ error: 'No answer' }]]) {
			expect(shown(meanwhile)).toMatchObject({
				Status: 'On its way',
				'What happened': 'R10.00 on 20 Nov 2026: on its way.',
			});
		}
	});

	it.each([
		['refused by Stitch', { error: 'No', details: { httpStatus: 400 } }, /^Correct the row/],
		['refused as wrong', { error: 'No', details: { code: 'BAD_USER_INPUT' } }, /^Correct the row/],
		['sent with other values', { error: 'No', details: { id: 'd-1' } }, /^Correct the row/],
		['not sent without access', { error: 'No', details: { httpStatus: 403 } }, /^Leave the row/],
		['not sent above a limit', { error: 'No' }, /^Leave the row as it is/],
		['perhaps sent', { error: 'No', details: { carriedOut: 'unknown' } }, /^Upload the same/],
	])('that is %s is corrected only where something is wrong with it', (_, answer, todo) => {
		expect(results([{}], [answer])[0]?.['What to do']).toMatch(todo);
	});

	it.each(['No', 'No.'])('ends what Stitch says with one full stop (%s)', (error) => {
		const [row] = results([{}], [{ error, details: { howToFix: 'Ask.' } }]);
		expect(row?.['What happened']).toBe('No. Ask.');
	});

	describe('that was paid from another page since', () => {
		const elsewhere = {
			...{ id: 'd-1', externalReference: 'r-1', status: 'completed' },
			...{ amount: 10, accountNumber: '0123456789' },
		};
		const refused = { error: 'Refused', details: { httpStatus: 403 } };
		const shown = (payment: object, answer: object = refused) =>
			made('Result', {
				'Review List': [{ rows: reviewed([{}]).all, ready: 1 }],
				'Look Again': [{ held: {} }],
				'Paid Meanwhile': [
					{ ...elsewhere, status: 'error' },
					{ ...elsewhere, ...payment },
				],
				Settings: [{ secondPerson: '' }],
				'Style and Words': [{ words: [] }],
				Pay: [answer],
			})[0];

		it.each<[string, object, object]>([
			['is refused here', {}, refused],
			['is perhaps sent from here', {}, { error: 'No', details: { carriedOut: 'unknown' } }],
			['has no answer here', {}, {}],
			['has lost a zero', { accountNumber: '123456789' }, refused],
			['has an account that Stitch gives in part', { accountNumber: '*****6789' }, refused],
			['has an account that Stitch does not give', { accountNumber: null }, refused],
		])('is said to be, also where it %s', (_, payment, answer) => {
			expect(shown(payment, answer)).toMatchObject({
				Status: 'Paid',
				Sent: 'before',
				'What happened': 'It was sent from another page.',
				'What to do': '',
				'Stitch ID': 'd-1',
			});
		});

		it('stands as that payment does', () => {
			expect(shown({ status: 'pending' })).toMatchObject({ Status: 'On its way' });
			expect(shown({ status: 'rejected' })).toMatchObject({
				Status: 'Not known',
				'What happened': 'Stitch says “rejected”. It was sent from another page.',
			});
		});

		it.each([
			['another reference', { externalReference: 'r-2' }],
			['another amount', { amount: 10.01 }],
			['another account', { accountNumber: '0123456780' }],
			...['error', 'cancelled', 'reversed'].map((status): [string, object] => [
				`the status ${status}`,
				{ status },
			]),
		])('is another payment, or none, where that has %s', (_, payment) => {
			expect(shown(payment)).toMatchObject({
				Status: 'Not sent',
				'What happened': 'Refused.',
				'Stitch ID': '',
			});
		});

		it.each([
			['', { decision: 'Pay nothing' }, 'You decided to pay nothing.'],
			['', {}, 'Nobody confirmed the list within a day.'],
			['boss@example.com', { data: { 'Your decision': 'Decline' } }, 'boss@example.com did not'],
		])('may be paid, where nobody has looked: second person %j, decision %j', (...given) => {
			const [secondPerson, decision, why] = given;
			const [row] = made(
				'Result',
				{
					'Review List': [{ rows: reviewed([{}]).all, ready: 1 }],
					Settings: [{ secondPerson }],
					'Style and Words': [{ words: [] }],
				},
				[decision],
			);
			expect(row).toMatchObject({
				Status: 'Not sent',
				'What happened': expect.stringMatching(
					`^${why}.* It was not looked up whether this row was paid from another page since\\.$`,
				),
				'What to do': 'Upload the same file again: it shows that, and pays nobody twice.',
			});
		});
	});

	it('comes to no result that stops where the second person gave no decision', () => {
		const [row] = made(
			'Result',
			{
				'Review List': [{ rows: reviewed([{}]).all, ready: 1 }],
				Settings: [{ secondPerson: 'boss@example.com' }],
				'Style and Words': [{ words: [] }],
			},
			[{ data: {} }],
		);
		expect(row).toMatchObject({ Status: 'Not sent' });
	});

	it('keeps its zeros and amounts where a .csv file is called .xlsx', () => {
		const node = nodes.find(({ name }) => name === 'Read Excel');
		expect(node?.parameters.options).toMatchObject({ rawData: true });
	});

	it.each([
		['error', 'bank_processing_error', /^Leave the row as it is, and upload .* later\.$/],
		['error', 'bank_error', /^Leave the row as it is/],
		['error', 'payment_not_received', /^Leave the row as it is/],
		['error', 'exceeded_limit', /^Have the limit raised and leave the row as it is, or make its/],
		['reversed', 'beneficiary_bank_processing_error', /^Leave .* If it fails again, ask the/],
		['error', 'insufficient_funds', /^Top up the float account, then .* Leave the row as it is\.$/],
		['error', 'invalid_account', /^Correct the row/],
		['error', undefined, /^Correct the row/],
		['paused', 'insufficient_funds', /^Top up the float account within 7 days/],
		['cancelled', 'bank_error', /^Take the row out if it is not to be paid any more/],
	])('that is %s because of %s is corrected only where it is wrong', (status, reason, todo) => {
		const reasonText = meaningInWords(failedPaymentReasons, reason ?? '');
		const answer = { id: 'd-1', status, reasonText, alreadyExisted: false };
		expect(results([{}], [answer])[0]?.['What to do']).toMatch(todo);
	});

	it('that could not be looked up is left as it is', () => {
		const [row = {}] = made('Sent Before', {
			'Look Up': [{ error: 'No answer' }],
			'Recognise Columns': [ROW_READ],
		});
		expect(results([row], [])[0]?.['What to do']).toMatch(/^Leave the row as it is/);
	});

	it('is perhaps sent where the answer says neither what was sent nor why it was not', () => {
		const answers = [{ id: 'd-1', status: 'pending' }, { reference: 'r-1' }];
		expect(results([{}, {}, {}], answers).map(({ Status }) => Status)).toEqual([
			'On its way',
			'Perhaps sent',
			'Perhaps sent',
		]);
	});
});
