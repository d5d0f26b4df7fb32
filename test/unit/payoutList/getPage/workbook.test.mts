import * as spreadsheet from '@e965/xlsx';

import { workbookOf } from '../../../../nodes/Stitch/payoutList/getPage/workbook';

/** What n8n reads of a workbook: it uses the same library. */
function readBack(headings: string[], rows: Array<Array<string | number>>) {
	const widths = headings.map(() => 20);
	const { Sheets, SheetNames } = spreadsheet.read(workbookOf(headings, rows, widths), {
		cellNF: true,
	});
	const [only = '', ...others] = SheetNames;
	expect(others).toEqual([]);
	const sheet = Sheets[only] ?? {};
	const lines = spreadsheet.utils.sheet_to_json<unknown[]>(sheet, { header: 1, defval: '' });
	return { lines, sheet };
}

describe('a workbook', () => {
	it.each([
		['a number with a leading zero', '0017'],
		['what would be a formula', '=HYPERLINK("https://example.com")'],
		['what a spreadsheet would make a date', '10.50'],
		['signs of XML', '<a href="x">&amp; \'b\'</a>'],
		['several lines', 'one\ntwo'],
		['spaces at its ends', '  a  '],
		['letters of any alphabet', 'Elsabé 李 😀 \u202e'],
		['a character of control', 'a\u0001b\u0085'],
		['what Excel would read as a character', 'a_x0041_b_x005F_'],
		['nothing', ''],
	])('keeps a text with %s as it is', (_what, text) => {
		const { lines } = readBack(['first', 'second'], [[text, 'x']]);
		expect(lines).toEqual([
			['first', 'second'],
			[text, 'x'],
		]);
	});

	it('keeps amounts as numbers with two decimals, and all else as text that stays text', () => {
		const { lines, sheet } = readBack(['a', 'b', 'c'], [[1500.5, '0012345678', 'why']]);
		expect(lines[1]).toEqual([1500.5, '0012345678', 'why']);
		expect([sheet.A2, sheet.B2].map((cell) => [cell?.t, cell?.z])).toEqual([
			['n', '0.00'],
			['s', '@'],
		]);
	});

	it('can be opened with half a character, and with a text that is too long for a cell', () => {
		const [, cells = []] = readBack(['a', 'b'], [['x\ud83d', 'y'.repeat(40_000)]]).lines;
		expect(cells[0]).toBe('x\ufffd');
		expect(String(cells[1])).toHaveLength(32_001);
	});

	it('keeps a spreadsheet from offering to make numbers of its texts', () => {
		expect(workbookOf(['a'], [['0017']], [10]).toString()).toContain(
			'<ignoredError sqref="A1:XFD1048576" numberStoredAsText="1"/>',
		);
	});

	it('is the same for the same rows', () => {
		const made = () => workbookOf(['a'], [['b']], [10]);
		expect(made().equals(made())).toBe(true);
	});
});
