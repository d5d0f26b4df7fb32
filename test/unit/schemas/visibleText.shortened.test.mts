import { shortened } from '../../../nodes/Stitch/schemas/visibleText';

it.each([
	['Johannes van der Merwe', 'Johannes van der Mer'],
	// A space at the cut would not be seen.
	['Johannes van der Mr Merwe', 'Johannes van der Mr'],
	['  N Test  ', '  N Test  '],
	['Exactly twenty chars', 'Exactly twenty chars'],
	['Ni\u0301na van der Westhuizen', 'N\u00edna van der Westhui'],
	// An emoji is one character, and is not cut in two.
	[`${'x'.repeat(19)}😀y`, `${'x'.repeat(19)}😀`],
])('cuts %j to %j', (name, expected) => {
	expect(shortened(name, 20)).toBe(expected);
});

it.each(['Anna, 1234567890\nBongi Dlamini, 2345678900', `${'x'.repeat(30)}\u200b`])(
	'leaves %j whole, so that it is rejected',
	(name) => {
		expect(shortened(name, 20)).toBe(name);
	},
);

it.each([undefined, null, 12, { name: 'x'.repeat(30) }])('leaves %j as it is', (value) => {
	expect(shortened(value, 20)).toBe(value);
});
