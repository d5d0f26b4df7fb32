import { optionalVisibleText, visibleText } from '../../../nodes/Stitch/schemas/visibleText';

const reference = visibleText('External Reference');
const optional = optionalVisibleText('External Reference');

describe('a text in whose place a spreadsheet or an expression has put something else', () => {
	const typedAgain =
		'Format the column of External Reference as text in the spreadsheet, and type the values again.';

	it.each([
		['2.02611E+11', 'External Reference was shortened: 2.02611E+11', typedAgain],
		['2,02611E+11', 'External Reference was shortened: 2,02611E+11', typedAgain],
		[' 1e+21 ', 'External Reference was shortened: 1e+21', typedAgain],
		[1e21, 'came as a number of more than 15 digits, so the last are lost', typedAgain],
		[2026112300000010, 'a number of more than 15 digits', typedAgain],
		['#N/A', 'External Reference is an error of the spreadsheet: #N/A', 'Correct the cell'],
		['#DIV/0!', 'External Reference is an error of the spreadsheet: #DIV/0!', 'Correct the cell'],
		[NaN, 'External Reference is not a text that somebody wrote: NaN', 'Correct it.'],
		['undefined', 'not a text that somebody wrote: undefined', 'Correct it.'],
		['INV-[object Object]', 'not a text that somebody wrote: INV-[object', 'Correct it.'],
	])('is refused: %j', (given, what, fix) => {
		for (const schema of [reference, optional]) {
			const issue = schema.safeParse(given).error?.issues[0];
			expect(issue?.message).toContain(what);
			expect(issue).toMatchObject({ params: { fix: expect.stringContaining(fix) } });
		}
	});

	it.each(['1E5', '7E12', 'E+1', '12E+1X', '#12', '#N/A 2', 'Nan', 'Infinity', 'Null'])(
		'is not taken for %s',
		(given) => {
			expect(reference.parse(given)).toBe(given);
		},
	);

	it('is not a number of 15 digits', () => {
		expect(reference.parse(202611230000017)).toBe('202611230000017');
	});
});
