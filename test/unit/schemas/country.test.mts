import { countries } from '../../../nodes/Stitch/schemas/countries';
import { country } from '../../../nodes/Stitch/schemas/country';

const whatOf = (value: unknown) => country('Country').safeParse(value).error?.issues[0]?.message;

/** Codes that the Unicode regions of Node have beside those that ISO 3166-1 assigns. */
const notAssigned = [
	// Withdrawn: states that are no more, and codes that countries had before.
	...['AN', 'BU', 'CS', 'DD', 'DY', 'FX', 'HV', 'NH', 'RH', 'SU', 'TP', 'VD', 'YD', 'YU', 'ZR'],
	// Reserved for other uses, among them the United Kingdom's other code.
	...['AC', 'CP', 'CQ', 'DG', 'EA', 'EU', 'EZ', 'IC', 'TA', 'UK', 'UN'],
	// For users' own purposes.
	...['QO', 'XA', 'XB', 'XK', 'ZZ'],
];

it('knows the 249 codes that are assigned', () => {
	const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
	const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
	const assigned = letters
		.flatMap((first) => letters.map((second) => first + second))
		.filter((code) => names.of(code) !== undefined && !notAssigned.includes(code));
	expect([...countries]).toEqual(assigned);
	expect(countries.size).toBe(249);
});

it.each([
	['ZA', 'ZA'],
	['za', 'ZA'],
	[' na ', 'NA'],
	['', undefined],
	[undefined, undefined],
])('reads %j as %j', (given, code) => {
	expect(country('Country').parse(given)).toBe(code);
});

it.each([
	['XX', 'Country is not a known country: XX'],
	['uk', 'Country is not a known country: UK'],
	['ZZ', 'Country is not a known country: ZZ'],
	['ZAF', 'Country is not a two-letter country code'],
	['South Africa', 'Country is not a two-letter country code'],
	[['ZA'], 'Country is not a two-letter country code'],
	[27, 'Country is not a two-letter country code'],
])('refuses %j', (given, what) => {
	expect(whatOf(given)).toBe(what);
});
