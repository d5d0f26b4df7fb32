import { chooseFrom, optionalChoice } from '../../../nodes/Stitch/schemas/choice';
import { check } from '../../../nodes/Stitch/schemas/invalidInput';
import { complaintOf } from './complaint.mts';

const choices = [
	{ name: 'Pay by Bank', value: 'eft' },
	{ name: 'Card', value: 'card' },
];
const method = optionalChoice('Method', choices);

it.each([
	['eft', 'eft'],
	[' card ', 'card'],
	['', undefined],
	[null, undefined],
	[undefined, undefined],
])('a choice %j is read as %j', (given, read) => {
	expect(check(method, given)).toBe(read);
});

it.each(['Card', 'cash'])('a choice that is not offered is rejected: %s', (given) => {
	expect(complaintOf(method, given)).toEqual({
		message: `'Method' cannot be ${given}`,
		fix: 'Choose Pay by Bank or Card. An expression must return eft or card.',
	});
});

it('a choice without an expression is to be chosen by its name alone', () => {
	expect(chooseFrom(choices, false)).toBe('Choose Pay by Bank or Card.');
});
