import { isEmptyLine, letter, written } from '../../../../nodes/Stitch/payoutList/read/line';

it.each([
	[0, 'A'],
	[25, 'Z'],
	[26, 'AA'],
	[51, 'AZ'],
	[52, 'BA'],
	[701, 'ZZ'],
	[702, 'AAA'],
])('the column at place %i is called %s', (place, name) => {
	expect(letter(place)).toBe(name);
});

it.each([
	[' a ', 'a'],
	[0, '0'],
	['', ''],
	[null, ''],
	[undefined, ''],
])('a cell that is %j is read as %j', (cell, text) => {
	expect(written(cell)).toBe(text);
});

it('a line is empty where no cell has a text', () => {
	expect(isEmptyLine({ row: 1, cells: ['', ' ', null, undefined] })).toBe(true);
	expect(isEmptyLine({ row: 1, cells: ['', 0] })).toBe(false);
});
