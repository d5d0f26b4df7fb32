import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { DateTime } from 'luxon';

import type { NewWorkflow } from '../host/api.mts';
import { projectFolder } from '../host/project.mts';

type Cell = string | number;

const file = join(projectFolder, 'examples', 'pay-a-file.json');
const { nodes } = JSON.parse(readFileSync(file, 'utf8')) as NewWorkflow;

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
	{ settings = {}, uploader = '' }: { settings?: object; uploader?: string } = {},
): Array<Record<string, unknown>> {
	const before = {
		Settings: [{ verifyAccounts: false, secondPerson: '', ...settings }],
		'Payments File': [{ user: { email: uploader } }],
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

	/** The page before the payments, for rows that can be paid. */
	function reviewed(rows: object[], sent: object[] = [], text = '') {
		const all = rows.map((one, index) => ({ ...ROW_READ, toPay: true, row: index + 2, ...one }));
		const [list] = made('Review List', {
			Settings: [{ maximumPerDay: '500', verifyAccounts: false }],
			'Style and Words': [{ words: [] }],
			'Sent Before': all,
			'To Pay': all,
			'Check Payment': all.map(() => ({ dryRun: true, amount: 10 })),
			'Accounts to Verify': [],
			'Verify Account': [],
			'Paid Lately': sent,
			'Read Text': [{ data: text }],
		});
		const { rows: judged, lines } = list as {
			rows: Array<{ shown: Record<string, string> }>;
			lines: string[];
		};
		return { all: judged, shown: judged.map((one) => one.shown), lines: lines.join(' ') };
	}

	it('comes with a warning where the same amount went to the same account under another reference', () => {
		const other = { ...SENT, accountNumber: '123456789', externalReference: '0017' };
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
	});

	it('has a number that leaves out empty lines, which the page says', () => {
		const lines = (text: string) => reviewed([{}], [], text).lines;
		for (const text of ['a;b\r\n\r\nc;d\r\n', '\na,b\nc,d', 'a,b\n\n\nc,d']) {
			expect(lines(text)).toContain('The file has empty lines, which are not counted');
		}
		expect(lines('a,b\r\nc,d\r\n\r\n')).not.toContain('empty lines');
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
			Pay: answers,
		});

	it('fits into a cell of Excel, whatever its own cells hold', () => {
		const long = 'x'.repeat(33_000);
		const [row] = results([{ reference: long, name: long, bank: long }], [{ error: long }]);
		expect(row).toMatchObject({ Status: 'Not sent', Bank: `${long.slice(0, 200)}…` });
		expect(JSON.stringify(row).length).toBeLessThan(2_500);
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
