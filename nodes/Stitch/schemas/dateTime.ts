import { DateTime } from 'luxon';
import { z } from 'zod/v4';

import { quoted } from '../transport/wording';
import { asText, shown } from './asText';
import { reject, type Mistake } from './invalidInput';

/** A date as it is entered, with the facts on which its reading depends. */
export interface Dated {
	value: unknown;
	/** IANA name of the zone that applies to dates without one: the workflow's. */
	zone: string;
	/** Milliseconds since the epoch. */
	now: number;
}

interface DateRules {
	/** Whether the date must be in the future. */
	inFuture?: boolean;
	/** Whether a day without a time means its last moment, as in "until 30 November". */
	endOfDay?: boolean;
}

/**
 * ISO 8601 with the whole date written out, or the same with a space for the T, as in SQL. No zone
 * in brackets, which may differ from the offset before it.
 */
const isoDate = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}[^[]*)?$/i;

/**
 * A moment in time that may be left empty: ISO 8601 text, or an n8n date (luxon or JavaScript).
 * Anything that could be read in two ways (04/05/2026, a bare number) is rejected, never guessed.
 * @returns ISO 8601 in UTC, for example `2026-11-21T15:00:00.000Z`
 */
export function optionalDateTime(label: string, { inFuture, endOfDay }: DateRules = {}) {
	return z.custom<Dated>().transform(({ value: given, zone, now }, context): string | undefined => {
		const value = endOfDay ? lastMoment(given) : given;
		const moment = momentOf(value, zone);
		if (moment === undefined) return undefined;
		if (!moment.isValid) return rejectDate(label, value, context);
		const utc = moment.toUTC().toISO();
		if (inFuture && moment.toMillis() <= now) {
			return reject(
				context,
				label,
				`is in the past: ${utc}`,
				`Enter a time in the future. Without a zone it is read in the time zone of the workflow, ${zone}.`,
			);
		}
		return utc;
	});
}

/**
 * A day that may be left empty, read as `optionalDateTime` reads a moment.
 * @returns the day in the workflow's time zone, for example `2026-11-21`
 */
export function optionalDay(label: string) {
	return z.custom<Dated>().transform(({ value, zone }, context): string | undefined => {
		const moment = momentOf(value, zone);
		if (moment === undefined) return undefined;
		if (!moment.isValid) return rejectDate(label, value, context);
		return moment.setZone(zone).toISODate();
	});
}

/** The moment that a value means; an invalid `DateTime` if it means none. */
function momentOf(value: unknown, zone: string): DateTime | undefined {
	if (DateTime.isDateTime(value)) return value;
	if (value instanceof Date) return DateTime.fromJSDate(value);
	const given = asText(value);
	if (given === undefined) return undefined;
	if (!isoDate.test(given)) return DateTime.invalid('not ISO 8601');
	return given.includes(' ')
		? DateTime.fromSQL(given, { zone, setZone: true })
		: DateTime.fromISO(given, { zone, setZone: true });
}

/** The last moment of a day that is entered without a time; anything else as it is. */
function lastMoment(value: unknown): unknown {
	const text = typeof value === 'string' ? value.trim() : '';
	const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && DateTime.fromISO(text).isValid;
	return isDay ? `${text}T23:59:59.999` : value;
}

function rejectDate(label: string, value: unknown, context: z.RefinementCtx): never {
	const isDate = value instanceof Date || DateTime.isDateTime(value);
	return reject(
		context,
		label,
		`is not a date that can be read: ${isDate ? 'an invalid date' : shown(value)}`,
		'Enter it like 2026-11-21T17:00 or 2026-11-21T17:00:00+02:00, or use an n8n date such as $now.plus({ days: 1 }).',
	);
}

/** A time of Stitch as people read it: `21 Nov 2026, 14:30`; undefined if there is none. */
export function timeInWords(value: unknown, zone: string): string | undefined {
	if (typeof value !== 'string') return undefined;
	const time = DateTime.fromISO(value, { zone, locale: 'en' });
	return time.isValid ? time.toFormat('d LLL yyyy, HH:mm') : undefined;
}

/** A day as people read it: `3 November 2026`; a value that is not a time stays as it is. */
export function dayInWords(value: unknown, zone: string): string {
	const day = DateTime.fromISO(String(value), { zone, locale: 'en' });
	return day.isValid ? day.toFormat('d LLLL yyyy') : String(value);
}

/**
 * Why a span of time ends before it begins.
 * @param labels of the fields for its ends
 * @param from, to its ends in UTC; undefined where it is open
 */
export function whyNoSpan(
	[first, last]: [from: string, to: string],
	from: string | undefined,
	to: string | undefined,
): Mistake[] {
	if (from === undefined || to === undefined || from <= to) return [];
	const what = `is earlier than ${quoted(first)}`;
	return [{ field: last, what, fix: 'Swap the two, or change one of them.' }];
}

/** A span of time as GraphQL filters take it, with both ends; undefined if both are open. */
export function spanFilter(
	gte: string | undefined,
	lte: string | undefined,
): { gte?: string; lte?: string } | undefined {
	if (gte === undefined && lte === undefined) return undefined;
	return { ...(gte && { gte }), ...(lte && { lte }) };
}
