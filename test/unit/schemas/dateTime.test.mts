import * as fc from 'fast-check';
import { DateTime } from 'luxon';

import { optionalDateTime, optionalDay } from '../../../nodes/Stitch/schemas/dateTime';
import { cases } from '../../thorough.mts';

const zone = 'Africa/Johannesburg';
const moment = optionalDateTime('Expire At', { zone });
const day = optionalDay('Created On', { zone });

function mistakeOf(schema: typeof moment | typeof day, value: unknown): string | undefined {
	return schema.safeParse(value).error?.issues[0]?.message;
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
	expect(moment.parse(given)).toBe(utc);
});

it('follows the clock changes of the zone of the workflow', () => {
	const berlin = optionalDateTime('Expire At', { zone: 'Europe/Berlin' });
	expect(berlin.parse('2026-07-01T12:00')).toBe('2026-07-01T10:00:00.000Z');
	expect(berlin.parse('2026-12-01T12:00')).toBe('2026-12-01T11:00:00.000Z');
});

it.each([
	['2026-11-21', '2026-11-21'],
	['2026-11-21T00:00:00', '2026-11-21'],
	['2026-11-20T23:30:00Z', '2026-11-21'],
	[new Date('2026-11-20T23:30:00Z'), '2026-11-21'],
	[DateTime.fromISO('2026-11-21T01:00', { zone }), '2026-11-21'],
])('reads the day of %p as %s', (given, expected) => {
	expect(day.parse(given)).toBe(expected);
});

it.each([[undefined], [null], [''], ['   ']])('takes %p as not given', (given) => {
	expect(moment.parse(given)).toBeUndefined();
	expect(day.parse(given)).toBeUndefined();
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
	[true],
	[{}],
	[[]],
	[new Date('never')],
	[DateTime.invalid('test')],
])('refuses %p, which is no date or could be read in two ways', (given) => {
	expect(mistakeOf(moment, given)).toMatch(/^Expire At is not a date that can be read: /);
	expect(mistakeOf(day, given)).toMatch(/^Created On is not a date that can be read: /);
});

it('refuses a moment that is not after the given one', () => {
	const after = Date.parse('2026-11-21T15:00:00Z');
	const future = optionalDateTime('Expire At', { zone, after });
	expect(mistakeOf(future, '2026-11-21T17:00')).toBe(
		'Expire At is in the past: 2026-11-21T15:00:00.000Z',
	);
	expect(future.parse('2026-11-21T17:00:00.001')).toBe('2026-11-21T15:00:00.001Z');
	expect(future.parse('')).toBeUndefined();
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
				expect(moment.parse(form)).toBe(instant.toISOString());
			}
		}),
		{ seed: 20, numRuns: cases(300) },
	);
});

it('never lets anything but a full UTC date through', () => {
	fc.assert(
		fc.property(fc.anything(), (value) => {
			const result = moment.safeParse(value);
			if (!result.success || result.data === undefined) return;
			expect(result.data).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
		}),
		{ seed: 21, numRuns: cases(1000) },
	);
});

describe('where a change of the clocks', () => {
	const berlin = optionalDateTime('Expire At', { zone: 'Europe/Berlin' });

	it.each([
		'2026-10-25T02:30',
		'2026-10-25 02:30:00',
		'2026-10-25T02:00',
		' 2026-10-25T02:59:59.999 ',
	])('shows a time twice, %j is refused and both offsets are offered', (given) => {
		const time = given.trim().slice(11, 16);
		expect(berlin.safeParse(given).error?.issues[0]).toMatchObject({
			message: `Expire At is a time that the clocks of Europe/Berlin show twice, because they go back then: 2026-10-25 ${time}`,
			params: {
				fix: `Add the offset that you mean, 2026-10-25T${time}+02:00 or 2026-10-25T${time}+01:00, or choose another time.`,
			},
		});
	});

	it.each(['2026-03-29T02:30', '2026-03-29 02:30', '2026-03-29T02:00:00', '2026-03-29T02:59'])(
		'skips a time, %j is refused',
		(given) => {
			const time = given.slice(11, 16);
			expect(mistakeOf(berlin, given)).toBe(
				`Expire At is a time that the clocks of Europe/Berlin never show, because they go forward then: 2026-03-29 ${time}`,
			);
		},
	);

	it.each([
		['2026-10-25T02:30+02:00', '2026-10-25T00:30:00.000Z'],
		['2026-10-25T02:30+01:00', '2026-10-25T01:30:00.000Z'],
		['2026-10-25T02:30Z', '2026-10-25T02:30:00.000Z'],
		['2026-10-25 02:30:00 +02:00', '2026-10-25T00:30:00.000Z'],
		['2026-10-25T01:59:59', '2026-10-24T23:59:59.000Z'],
		['2026-10-25T03:00', '2026-10-25T02:00:00.000Z'],
		['2026-03-29T01:59', '2026-03-29T00:59:00.000Z'],
		['2026-03-29T03:00', '2026-03-29T01:00:00.000Z'],
		['2026-03-29', '2026-03-28T23:00:00.000Z'],
		[new Date('2026-10-25T00:30:00Z'), '2026-10-25T00:30:00.000Z'],
		[
			DateTime.fromISO('2026-10-25T02:30+02:00', { zone: 'Europe/Berlin' }),
			'2026-10-25T00:30:00.000Z',
		],
	])('leaves one reading, %p is %s', (given, utc) => {
		expect(berlin.parse(given)).toBe(utc);
	});

	it('belongs to a zone that the text itself names, the text is read there', () => {
		expect(mistakeOf(moment, '2026-10-25 02:30 Europe/Berlin')).toContain(
			'Europe/Berlin show twice',
		);
		expect(berlin.parse('2026-10-25 02:30 Africa/Johannesburg')).toBe('2026-10-25T00:30:00.000Z');
	});

	it('skips midnight, the day begins after it', () => {
		const santiago = optionalDateTime('Created After', { zone: 'America/Santiago' });
		expect(santiago.parse('2026-09-06')).toBe('2026-09-06T04:00:00.000Z');
		expect(mistakeOf(santiago, '2026-09-06T00:00')).toContain('never show');
	});

	it('shows midnight twice, the day could begin at either', () => {
		const havana = optionalDateTime('Created After', { zone: 'America/Havana' });
		expect(mistakeOf(havana, '2026-11-01')).toContain('show twice');
		expect(optionalDay('Created On', { zone: 'America/Havana' }).parse('2026-11-01')).toBe(
			'2026-11-01',
		);
	});

	it('leaves a whole day out, there is no such moment', () => {
		const apia = optionalDateTime('Created After', { zone: 'Pacific/Apia' });
		expect(mistakeOf(apia, '2011-12-30')).toContain('never show');
		expect(mistakeOf(apia, '2011-12-30T12:00')).toContain('never show');
	});

	it('reads a time exactly when one moment of the zone shows it', () => {
		const zones = fc.constantFrom(
			'Africa/Johannesburg',
			'Africa/Casablanca',
			'America/Havana',
			'America/Santiago',
			'Asia/Gaza',
			'Australia/Lord_Howe',
			'Europe/Berlin',
			'Pacific/Apia',
		);
		const minutes = fc.integer({
			min: Date.parse('1990-01-01T00:00Z') / 60_000,
			max: Date.parse('2037-01-01T00:00Z') / 60_000,
		});
		const halfHour = 30 * 60_000;
		fc.assert(
			fc.property(zones, minutes, fc.integer({ min: -4, max: 4 }), (zone, minute, steps) => {
				// The next change of the zone's clocks, or any other time, and half hours about it.
				const about = nextChange(minute * 60_000, zone) + steps * halfHour;
				const local = DateTime.fromMillis(about, { zone }).toFormat("yyyy-MM-dd'T'HH:mm");
				const wall = Date.parse(`${local}Z`);
				// Every moment that could show it: half a day to either side, and a bit.
				const showing = Array.from(
					{ length: 2 * 30 * 4 },
					(_, quarter) => wall + (quarter - 120) * 900_000,
				).filter(
					(at) => DateTime.fromMillis(at, { zone }).toFormat("yyyy-MM-dd'T'HH:mm") === local,
				);
				const { success, data } = optionalDateTime('Expire At', { zone }).safeParse(local);
				expect(success).toBe(showing.length === 1);
				if (success) expect(Date.parse(String(data))).toBe(showing[0]);
			}),
			{ seed: 22, numRuns: cases(300) },
		);
	});
});

/** When the clocks of a zone change next, within a year; the moment itself where they do not. */
function nextChange(from: number, zone: string): number {
	const offsetAt = (at: number) => DateTime.fromMillis(at, { zone }).offset;
	const month = 30 * 24 * 60 * 60_000;
	const before = offsetAt(from);
	const months = Array.from({ length: 12 }, (_, index) => from + (index + 1) * month);
	const changed = months.find((at) => offsetAt(at) !== before);
	if (changed === undefined) return from;
	let low = changed - month;
	let high = changed;
	while (high - low > 60_000) {
		const middle = low + Math.floor((high - low) / 120_000) * 60_000;
		if (offsetAt(middle) === before) low = middle;
		else high = middle;
	}
	return high;
}
