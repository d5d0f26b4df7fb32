import { DateTime } from 'luxon';

import { timeOf } from '../../transport/clock';
import { numberOf } from '../../transport/wording';

const dayMs = 24 * 60 * 60 * 1000;

/** In every zone, a day begins at a whole multiple of this, in milliseconds. */
const partMs = 10 * 60 * 1000;

/**
 * Finds the days of times (ISO 8601) in a zone (IANA name), as ISO dates; empty where a time cannot be
 * read. Luxon takes long for thousands of times, and payments that are made together have the same one.
 */
export function daysIn(zone: string): (createdAt: string) => string {
	const known = new Map<number, string>();
	return (createdAt) => {
		const isoDay = () => DateTime.fromISO(createdAt, { zone }).toISODate() ?? '';
		const time = timeOf(createdAt);
		if (time === undefined) return isoDay();
		const part = Math.floor(time / partMs);
		const day = known.get(part) ?? isoDay();
		known.set(part, day);
		return day;
	};
}

/** How many days one day is after another; both are ISO dates. */
export const daysBetween = (earlier: string, later: string): number =>
	Math.round((Date.parse(later) - Date.parse(earlier)) / dayMs);

/** Both are ISO dates. */
export const daysBefore = (day: string, days: number): string =>
	new Date(Date.parse(day) - days * dayMs).toISOString().slice(0, 10);

/** A day for people, such as `25 October`; with its year if that is not the year of today. */
export function dayName(day: string, today: string): string {
	const date = DateTime.fromISO(day, { locale: 'en' });
	if (!date.isValid) return 'an unknown day';
	return date.toFormat(day.slice(0, 4) === today.slice(0, 4) ? 'd LLLL' : 'd LLLL yyyy');
}

/** Such as `today` and `8 days ago`. */
export const daysAgoInWords = (days: number): string =>
	days === 0 ? 'today' : `${numberOf(days, 'day')} ago`;
