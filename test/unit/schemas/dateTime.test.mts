import { DateTime } from 'luxon';

import { optionalDateTime, optionalDay } from '../../../nodes/Stitch/schemas/dateTime';
import { cases } from '../../setup/thorough.mts';
import { complaintOf } from './complaint.mts';
import fc from '../properties.mts';

const zone = 'Africa/Johannesburg';
const moment = optionalDateTime('Expire At');
const day = optionalDay('Created On');
const dated = (value: unknown, now = 0) => ({ value, zone, now });

function mistakeOf(
	schema: typeof moment | typeof day,
	value: unknown,
	now = 0,
): string | undefined {
	return complaintOf(schema, dated(value, now))?.message;
}

it.each([
	['2026-11-21T17:00', '2026-11-21T15:00:00.000Z'],
	['2026-11-21T17:00:30', '2026-11-21T15:00:30.000Z'],
	['2026-11-21 17:00', '2026-11-21T15:00:00.000Z'],
	['2026-11-21 17:00:00 +01:00', '2026-11-21T16:00:00.000Z'],
	['2026-11-21T17:00:00Z', '2026-11-21T17:00:00.000Z'],
	['2026-11-21T17:00:00.250+05:30', '2026-11-21T11:30:00.250Z'],
	['2026-11-21', '2026-11-20T22:00:00.000Z'],
	['  2026-11-21T17:00  ', '2026-11-21T15:00:00.000Z'],
	[new Date('2026-11-21T15:00:00Z'), '2026-11-21T15:00:00.000Z'],
	[DateTime.fromISO('2026-11-21T15:00:00Z'), '2026-11-21T15:00:00.000Z'],
	[DateTime.fromISO('2026-11-21T15:00', { zone: 'America/New_York' }), '2026-11-21T20:00:00.000Z'],
])('reads %p as %s', (given, utc) => {
	expect(moment.parse(dated(given))).toBe(utc);
});

it('follows the clock changes of the zone of the workflow', () => {
	const inBerlin = (value: string) => moment.parse({ ...dated(value), zone: 'Europe/Berlin' });
	expect(inBerlin('2026-07-01T12:00')).toBe('2026-07-01T10:00:00.000Z');
	expect(inBerlin('2026-12-01T12:00')).toBe('2026-12-01T11:00:00.000Z');
});

it.each([
	['2026-11-21', '2026-11-21'],
	['2026-11-21T00:00:00', '2026-11-21'],
	['2026-11-20T23:30:00Z', '2026-11-21'],
	[new Date('2026-11-20T23:30:00Z'), '2026-11-21'],
	[DateTime.fromISO('2026-11-21T01:00', { zone }), '2026-11-21'],
])('reads the day of %p as %s', (given, expected) => {
	expect(day.parse(dated(given))).toBe(expected);
});

it.each([[undefined], [null], [''], ['   ']])('takes %p as not given', (given) => {
	expect(moment.parse(dated(given))).toBeUndefined();
	expect(day.parse(dated(given))).toBeUndefined();
});

it.each([
	['04/05/2026'],
	['21-11-2026'],
	['tomorrow'],
	['2026'],
	['2026-11'],
	['20261121'],
	[1_763_632_800],
	[1_763_632_800_000],
	[45_982],
	['2026-02-30'],
	['2026-13-01'],
	['2026-11-21T25:00'],
	['2026-11-21T10'],
	['2026-11-21 5 PM'],
	['2026-11-21T10:00 and more'],
	['2026-11-21T10:00+02:00[America/New_York]'],
	[true],
	[{}],
	[[]],
	[new Date('never')],
	[DateTime.invalid('test')],
])('rejects %p, which is no date or could be read in two ways', (given) => {
	expect(mistakeOf(moment, given)).toMatch(/^'Expire At' is not a date that can be read: /);
	expect(mistakeOf(day, given)).toMatch(/^'Created On' is not a date that can be read: /);
});

it('rejects a moment that is not in the future', () => {
	const after = Date.parse('2026-11-21T15:00:00Z');
	const future = optionalDateTime('Expire At', { inFuture: true });
	expect(mistakeOf(future, '2026-11-21T17:00', after)).toBe(
		"'Expire At' is in the past: 2026-11-21T15:00:00.000Z",
	);
	expect(future.parse(dated('2026-11-21T17:00:00.001', after))).toBe('2026-11-21T15:00:00.001Z');
	expect(future.parse(dated('', after))).toBeUndefined();
});

it('reads what n8n writes back to the same moment, in any zone', () => {
	const zones = fc.constantFrom('Africa/Johannesburg', 'America/New_York', 'Asia/Kolkata', 'UTC');
	const instants = fc.date({
		min: new Date('1990-01-01T00:00:00Z'),
		max: new Date('2090-01-01T00:00:00Z'),
		noInvalidDate: true,
	});
	fc.assert(
		fc.property(instants, zones, (instant, from) => {
			const written = DateTime.fromJSDate(instant, { zone: from });
			for (const form of [written, written.toString(), instant, instant.toISOString()]) {
				expect(moment.parse(dated(form))).toBe(instant.toISOString());
			}
		}),
		{ seed: 20, numRuns: cases(300) },
	);
});

it('never lets anything but a full UTC date through', () => {
	fc.assert(
		fc.property(fc.anything(), (value) => {
			const result = moment.safeParse(dated(value));
			if (!result.success || result.data === undefined) return;
			expect(result.data).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
		}),
		{ seed: 21, numRuns: cases(1000) },
	);
});
