import { linesOf } from '../../../../nodes/Stitch/payoutList/read/lines';

const cellsOf = (text: string) => linesOf([{ data: text }]).map(({ cells }) => cells);

describe('the lines of a text file', () => {
	it.each([',', ';', '\t'])('are cut at the sign that it has most of: %j', (sign) => {
		const line = ['T, Tester', '12500,00', 'a;b', 'x', 'y', 'z'];
		const quotedCells = line.map((cell) => `"${cell}"`).join(sign);
		expect(cellsOf(`${quotedCells}\n`)).toEqual([line]);
	});

	it('are cut at semicolons where amounts have decimal commas', () => {
		expect(cellsOf('A;12500,00;B\r\nC;9875,50;D')).toEqual([
			['A', '12500,00', 'B'],
			['C', '9875,50', 'D'],
		]);
	});

	it('keep empty cells and empty lines in their places', () => {
		expect(linesOf([{ data: 'a,,b,\r\n\r\n,c' }])).toMatchObject([
			{ row: 1, cells: ['a', '', 'b', ''] },
			{ row: 2, cells: [''] },
			{ row: 3, cells: ['', 'c'] },
		]);
	});

	it.each(['\n', '\r\n', '\r'])('end with %j, also the last one', (end) => {
		expect(cellsOf(`a,b${end}c,d${end}`)).toEqual([
			['a', 'b'],
			['c', 'd'],
		]);
		expect(linesOf([{ data: `a,b${end}` }])[0]?.text).toBe('a,b');
	});

	it('can have quotation marks around cells, and twice within them', () => {
		expect(cellsOf('"a ""b"" c" , "d,e",f "g" h')).toEqual([['a "b" c', 'd,e', 'f "g" h']]);
	});

	it('count the lines within a cell, which its row is later refused for', () => {
		expect(linesOf([{ data: '"a\nb",c\nd,e' }])).toMatchObject([
			{ row: 1, cells: ['a\nb', 'c'] },
			{ row: 3, cells: ['d', 'e'] },
		]);
	});

	it.each(['a,b\n"c,d\ne,f', 'a,b\n"c"x,d\n'])('are refused with a mark too many: %j', (text) => {
		expect(() => linesOf([{ data: text }])).toThrow(
			"'Sheet' could not be read: a quotation mark (\") is missing or too many in row 2",
		);
	});
});

const asBytes = (text: string, encoding: BufferEncoding) =>
	Buffer.from(text, encoding).toString('latin1');

it.each([
	['UTF-8', asBytes('Zo\u00eb,1', 'utf8')],
	['UTF-8 with a mark at its beginning', asBytes('\ufeffZo\u00eb,1', 'utf8')],
	['UTF-16', asBytes('\ufeffZo\u00eb,1', 'utf16le')],
	['an older encoding', asBytes('Zo\u00eb,1', 'latin1')],
	['whatever n8n has decoded already', 'Zo\u00eb,1'],
])('a text that n8n returns byte by byte is read in %s', (_encoding, text) => {
	expect(cellsOf(text)).toEqual([['Zo\u00eb', '1']]);
});

it('a text that n8n has decoded keeps all of its letters', () => {
	expect(cellsOf('\ufeffZo\u00eb \u2019,\ufffd')).toEqual([['Zo\u00eb \u2019', '\ufffd']]);
});

it('a control character at the end of a file is no line', () => {
	expect(cellsOf('a,b\r\n\u001a')).toEqual([['a', 'b']]);
});
