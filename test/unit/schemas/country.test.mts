import { country } from '../../../nodes/Stitch/schemas/country';
import { complaintOf } from './complaint.mts';

const whatOf = (value: unknown) => complaintOf(country('Country'), value)?.message;

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
	['XX', "'Country' is not a known country: XX"],
	['uk', "'Country' is not a known country: UK"],
	['SU', "'Country' is not a known country: SU"],
	['ZZ', "'Country' is not a known country: ZZ"],
	['EU', "'Country' is not a known country: EU"],
	['XK', "'Country' is not a known country: XK"],
	['ZAF', "'Country' is not a two-letter country code"],
	['South Africa', "'Country' is not a two-letter country code"],
	[['ZA'], "'Country' is not a two-letter country code"],
	[27, "'Country' is not a two-letter country code"],
])('rejects %j', (given, what) => {
	expect(whatOf(given)).toBe(what);
});

it('takes the 249 countries of ISO 3166-1, each of which has a name', () => {
	const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
	const codes = letters.flatMap((one) => letters.map((other) => one + other));
	const taken = codes.filter((code) => whatOf(code) === undefined);
	const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
	expect(taken).toHaveLength(249);
	expect(taken.filter((code) => names.of(code) === undefined)).toEqual([]);
});
