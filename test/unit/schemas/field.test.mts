import fc from 'fast-check';

import { count, InvalidInput, wholeNumber, yesNo } from '../../../nodes/Stitch/schemas/field';

/** What is wrong and how to put it right; nothing where the value is taken. */
function complaint(read: () => unknown): string | undefined {
	try {
		read();
		return undefined;
	} catch (cause) {
		if (!(cause instanceof InvalidInput)) throw cause;
		return cause.mistakes.map(({ what, fix }) => `${what}. ${fix}`).join(' ');
	}
}

describe('a switch', () => {
	it.each([true, 'true', 'TRUE', ' True ', 'yes', 'YES', 1, '1'])('reads %j as yes', (given) => {
		expect(yesNo('Return All', given, false)).toBe(true);
	});

	it.each([false, 'false', 'FALSE', ' False\n', 'no', 'No', 0, '0'])('reads %j as no', (given) => {
		expect(yesNo('Return All', given, true)).toBe(false);
	});

	it.each([undefined, null, '', '  '])('that is empty (%j) is what the caller says', (given) => {
		expect(yesNo('Return All', given, true)).toBe(true);
		expect(yesNo('Return All', given, false)).toBe(false);
	});

	it.each([undefined, null, '', '  '])(
		'that is empty (%j) is refused where nobody can say what that means',
		(given) => {
			expect(complaint(() => yesNo('Dry Run', given))).toBe(
				'Dry Run is empty. Give Dry Run as true or false.',
			);
		},
	);

	it.each([
		['maybe', 'maybe'],
		['on', 'on'],
		['y', 'y'],
		['true false', 'true false'],
		[2, '2'],
		[-1, '-1'],
		['0.0', '0.0'],
		[NaN, 'NaN'],
		[[true], '[true]'],
		[{ a: 1 }, '{"a":1}'],
		['1234567890', '…90'],
	])('refuses %j, and shows no whole account number', (given, shown) => {
		expect(complaint(() => yesNo('Dry Run', given, false))).toBe(
			`Dry Run is neither true nor false: ${shown}. Give Dry Run as true or false.`,
		);
	});

	it('is never read from a text that holds more than the answer', () => {
		const answer = fc.constantFrom('true', 'false', 'yes', 'no', '1', '0');
		const more = fc.string({ minLength: 1 }).filter((text) => text.trim() !== '');
		fc.assert(
			fc.property(answer, more, (given, added) => {
				expect(() => yesNo('Dry Run', `${given}\n${added}`, true)).toThrow(InvalidInput);
				expect(() => yesNo('Dry Run', `${added}\n${given}`, true)).toThrow(InvalidInput);
			}),
			{ seed: 1 },
		);
	});
});

describe('a whole number', () => {
	const number = wholeNumber('Minutes', 'Correct Minutes.', 0, 60);

	it.each([
		[0, 0],
		[60, 60],
		['7', 7],
		[' 7 ', 7],
	])('reads %j', (given, read) => {
		expect(number.parse(given)).toBe(read);
	});

	it.each(['', null, undefined, true, false, [7], [], 1.5, -1, 61, 'seven', Infinity, NaN])(
		'refuses %j instead of guessing',
		(given) => {
			expect(number.safeParse(given).error?.issues[0]).toMatchObject({
				message: 'Minutes is not a whole number from 0 to 60',
				params: { fix: 'Correct Minutes.' },
			});
		},
	);
});

describe('a number under Options', () => {
	it.each([undefined, null, '', ' '])('is its default where it is empty (%j)', (given) => {
		expect(count('Timeout', given, 30)).toBe(30);
	});

	it('says where to correct it', () => {
		expect(complaint(() => count('Timeout', 0, 30))).toBe(
			'Timeout is not a whole number of at least 1. Correct Timeout under Options.',
		);
	});
});
