import { InvalidInput } from '../../../nodes/Stitch/schemas/invalidInput';
import { yesNo } from '../../../nodes/Stitch/schemas/yesNo';
import { complaint } from './complaint.mts';
import fc from '../properties.mts';

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
	])('rejects %j, and shows no whole account number', (given, shown) => {
		expect(complaint(() => yesNo('Dry Run', given, false))).toBe(
			`'Dry Run' is neither true nor false: ${shown}. Use true or false.`,
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
