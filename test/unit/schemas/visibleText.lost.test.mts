import { optionalVisibleText, visibleText } from '../../../nodes/Stitch/schemas/visibleText';
import { complaintOf } from './complaint.mts';

const reference = visibleText('External Reference');
const optional = optionalVisibleText('External Reference');

describe('a text in whose place a spreadsheet or an expression has put something else', () => {
	const typedAgain =
		'Format this column as text in the spreadsheet, and enter the values from your own list, with their zeros.';

	it.each([
		['2.02611E+11', "'External Reference' was shortened: 2.02611E+11", typedAgain],
		['2,02611E+11', "'External Reference' was shortened: 2,02611E+11", typedAgain],
		[' 1e+21 ', "'External Reference' was shortened: 1e+21", typedAgain],
		[1e21, 'is a number with more than 15 digits, so its last digits were lost', typedAgain],
		[2026112300000010, 'a number with more than 15 digits', typedAgain],
		[
			'#N/A',
			"'External Reference' is a formula that the spreadsheet could not calculate: #N/A",
			'Fix the cell',
		],
		[
			'#DIV/0!',
			"'External Reference' is a formula that the spreadsheet could not calculate: #DIV/0!",
			'Fix the cell',
		],
		[NaN, "'External Reference' is not usable text: NaN", 'Fix it.'],
		['undefined', 'not usable text: undefined', 'Fix it.'],
		['INV-[object Object]', 'not usable text: INV-[object', 'Fix it.'],
		['salary-Invalid DateTime-17', 'not usable text: salary-Invalid DateTime-17', 'Fix it.'],
		['salary_undefined_17', 'not usable text: salary_undefined_17', 'Fix it.'],
		['Invalid Date', 'not usable text: Invalid Date', 'Fix it.'],
		['salary-null', 'not usable text: salary-null', 'Fix it.'],
		['salary-[object Promise]', 'not usable text: salary-[object Promise]', 'Fix it.'],
		['function trim() { [native code] }', 'not usable text: function trim()', 'Fix it.'],
		[() => 1, 'not usable text: ', 'Fix it.'],
		[true, "'External Reference' is true, not text", 'Fix it.'],
		[false, "'External Reference' is false, not text", 'Fix it.'],
		[
			2026.1,
			"'External Reference' is a number with decimals, whose last zeros are lost",
			typedAgain,
		],
	])('is refused: %j', (given, what, fix) => {
		for (const schema of [reference, optional]) {
			const complaint = complaintOf(schema, given);
			expect(complaint?.message).toContain(what);
			expect(complaint?.fix).toContain(fix);
		}
	});

	it.each([
		'1E5',
		'7E12',
		'E+1',
		'12E+1X',
		'#12',
		'#N/A 2',
		'Nan',
		'Infinity',
		'Null',
		'nullius',
		'Null-17',
		'true',
		'2026.10',
		'native code',
	])('is not taken for %s', (given) => {
		expect(reference.parse(given)).toBe(given);
	});

	it('is not a number of 15 digits', () => {
		expect(reference.parse(202611230000017)).toBe('202611230000017');
	});
});
