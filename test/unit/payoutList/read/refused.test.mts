import { tooManyCells } from '../../../../nodes/Stitch/payoutList/read/refused';
import { headings, refusal } from './sheets.mts';

describe('the refusal of a sheet', () => {
	it('that lacks a column names it, and lists those found', () => {
		const { message, mistakes, facts } = refusal([['Salaries'], headings.slice(0, 4)]);
		expect(message).toBe("'amount' is in no column: no heading is “amount” or similar");
		expect(mistakes[0]?.fix).toBe(
			'Found in row 2: Reference, Name, Bank, Account number.\nAdd or rename the column in your file.',
		);
		expect(facts.columns).toEqual([
			{ needed: 'reference', found: 'Reference' },
			{ needed: 'name', found: 'Name' },
			{ needed: 'bank', found: 'Bank' },
			{ needed: 'account number', found: 'Account number' },
			{ needed: 'amount', found: null },
		]);
	});

	it('without headings quotes its first row', () => {
		const { message, mistakes, facts } = refusal([
			['How to use this file'],
			['Fill in the second tab'],
		]);
		expect(message).toBe("'Sheet' has no row of headings");
		expect(mistakes[0]?.fix).toMatch(
			/^Needed: reference, .*\nFound in the first row: How to use this file\.\n.*only the first is read\.$/,
		);
		expect(facts.columns).toContainEqual({ needed: 'amount', found: null });
	});

	it.each([
		['%PDF-1.7', 'a PDF'],
		['PK\u0003\u0004\u0014', 'a workbook or an archive that was read as text'],
		['\u00d0\u00cf\u0011\u00e0', 'an old Excel workbook (.xls)'],
		['\ufffd\ufffd\u0011\ufffd', 'an old Excel workbook (.xls)'],
		['{\\rtf1\\ansi', 'a text document'],
		['<!DOCTYPE html>', 'a web page'],
	])('that is no list says what it is: %j', (first, kind) => {
		const { message, mistakes } = refusal([[first], ['…']]);
		expect(message).toBe(`'Sheet' is ${kind}`);
		expect(mistakes[0]?.fix).toBe('Save it as .xlsx or .csv.');
	});

	it('says nothing of n8n: whoever reads it has only made the sheet', () => {
		const refusals = [
			refusal([headings.slice(0, 4)]),
			refusal([['Nothing']]),
			refusal([['Reference;Name']]),
			refusal([[...headings, 'Net pay']]),
		];
		const said = refusals.flatMap(({ mistakes }) => mistakes.map(({ fix }) => fix)).join(' ');
		expect(said).not.toMatch(/node|item|Columns|n8n|Extract/);
	});

	it('without headings shows no account number', () => {
		const { mistakes } = refusal([['a-1', 'N Test', 'FNB', '1234567890', 10]]);
		expect(JSON.stringify(mistakes)).not.toContain('1234567890');
	});

	it('of several rows names the first five, and how many more', () => {
		const said = (...rows: number[]) => tooManyCells(rows).message;
		expect(said(3)).toMatch(/ in row 3$/);
		expect(said(3, 4, 5, 6, 7)).toMatch(/ in rows 3, 4, 5, 6 and 7$/);
		expect(said(3, 4, 5, 6, 7, 8, 9)).toMatch(/ in rows 3, 4, 5, 6, 7 and 2 more$/);
	});
});
