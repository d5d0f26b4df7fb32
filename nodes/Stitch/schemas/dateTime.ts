import { DateTime } from 'luxon';
import { z } from 'zod/v4';

import { asText, refuse, shown } from './field';

/** How a date field is read. */
interface DateRules {
	/** IANA name of the zone in which a date without one is meant: the workflow's. */
	zone: string;
	/** Milliseconds since the epoch that the date must come after. */
	after?: number;
}

/** ISO 8601 with the whole date written out, or the same with a space for the T, as in SQL. */
const isoDate = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}.*)?$/i;

/**
 * A moment in time that may be left empty: ISO 8601 text, or a date of n8n (luxon or JavaScript).
 * Anything that could be read in two ways (04/05/2026, a bare number) is refused, never guessed.
 * @returns ISO 8601 in UTC, for example `2026-11-21T15:00:00.000Z`
 */
export function optionalDateTime(label: string, { zone, after }: DateRules) {
	return z.unknown().transform((value, context): string | undefined => {
		const moment = read(value, zone);
		if (moment === undefined) return undefined;
		if (!moment.isValid) return refuseDate(label, value, context);
		const utc = moment.toUTC().toISO();
		if (after !== undefined && moment.toMillis() <= after) {
			return refuse(
				context,
				`${label} is in the past: ${utc}`,
				`Give a moment that is still to come. Without a zone it is read in the time zone of the workflow, ${zone}.`,
			);
		}
		return utc;
	});
}

/**
 * A day that may be left empty, read as `optionalDateTime` reads a moment.
 * @returns the day as the workflow's time zone has it, for example `2026-11-21`
 */
export function optionalDay(label: string, { zone }: DateRules) {
	return z.unknown().transform((value, context): string | undefined => {
		const moment = read(value, zone);
		if (moment === undefined) return undefined;
		if (!moment.isValid) return refuseDate(label, value, context);
		return moment.setZone(zone).toISODate();
	});
}

/** The moment that a value names; an invalid one for a value that names none. */
function read(value: unknown, zone: string): DateTime | undefined {
	if (DateTime.isDateTime(value)) return value;
	if (value instanceof Date) return DateTime.fromJSDate(value);
	const given = asText(value);
	if (given === undefined) return undefined;
	if (!isoDate.test(given)) return DateTime.invalid('not ISO 8601');
	return given.includes(' ')
		? DateTime.fromSQL(given, { zone })
		: DateTime.fromISO(given, { zone });
}

function refuseDate(label: string, value: unknown, context: z.RefinementCtx): never {
	const isDate = value instanceof Date || DateTime.isDateTime(value);
	return refuse(
		context,
		`${label} is not a date that can be read: ${isDate ? 'an invalid date' : shown(value)}`,
		'Write it like 2026-11-21T17:00 or 2026-11-21T17:00:00+02:00, or use an n8n date such as $now.plus({ days: 1 }).',
	);
}
