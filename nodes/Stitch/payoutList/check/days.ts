import { DateTime } from 'luxon';

import { timeOf } from '../../transport/clock';
import { dayInWords } from '../../actions/recordLabel';

/** The day of a payout. */
interface PayoutDay {
	/** As an ISO date; empty where the time cannot be read. */
	iso: string;
	/** For people, such as `3 November 2026`. */
	words: string;
}

/** A day, in milliseconds. */
export const dayMs = 24 * 60 * 60 * 1000;

/** In every zone, a day begins at a whole multiple of this, in milliseconds. */
const ofOneDay = 10 * 60 * 1000;

/**
 * Finds the days of times (ISO 8601) in a zone (IANA name). Luxon takes long for thousands of times, and
 * payments that are made together have the same one.
 */
export function daysIn(zone: string): (createdAt: string) => PayoutDay {
	const known = new Map<number, PayoutDay>();
	return (createdAt) => {
		const iso = () => DateTime.fromISO(createdAt, { zone }).toISODate() ?? '';
		const time = timeOf(createdAt);
		if (time === undefined) return { iso: iso(), words: dayInWords(createdAt, zone) };
		const part = Math.floor(time / ofOneDay);
		const day = known.get(part) ?? { iso: iso(), words: dayInWords(createdAt, zone) };
		known.set(part, day);
		return day;
	};
}
