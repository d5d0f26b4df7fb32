import { wholeNumber } from '../../../nodes/Stitch/schemas/wholeNumber';
import { complaintOf } from './complaint.mts';

describe('a whole number', () => {
	const number = wholeNumber('Minutes', 0, 60);

	it.each([
		[0, 0],
		[60, 60],
		['7', 7],
		[' 7 ', 7],
	])('reads %j', (given, read) => {
		expect(number.parse(given)).toBe(read);
	});

	it.each(['', null, undefined, true, false, [7], [], 1.5, -1, 61, 'seven', Infinity, NaN])(
		'rejects %j instead of guessing',
		(given) => {
			expect(complaintOf(number, given)).toEqual({
				message: expect.stringMatching(/^'Minutes' (is empty|cannot be .+)$/) as string,
				fix: 'Enter a whole number from 0 to 60.',
			});
		},
	);
});
