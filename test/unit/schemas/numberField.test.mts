import { numberOf, type NumberField } from '../../../nodes/Stitch/schemas/numberField';

const timeout: NumberField = {
	displayName: 'Timeout',
	name: 'timeoutSeconds',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 600 },
	default: 30,
};

describe('a number under Options', () => {
	it.each([undefined, null, '', ' '])('is its default where it is empty (%j)', (timeoutSeconds) => {
		expect(numberOf(timeout, { timeoutSeconds })).toBe(30);
	});

	it.each([0, 601])('%j is refused as out of the bounds of its field', (timeoutSeconds) => {
		expect(() => numberOf(timeout, { timeoutSeconds })).toThrow(
			`'Timeout' cannot be ${timeoutSeconds}`,
		);
	});
});
