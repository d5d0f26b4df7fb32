import { DateTime } from 'luxon';

/** The public holidays with a date of their own (Public Holidays Act 36 of 1994), as month and day. */
const fixed: Record<string, string> = {
	'01-01': "New Year's Day",
	'03-21': 'Human Rights Day',
	'04-27': 'Freedom Day',
	'05-01': "Workers' Day",
	'06-16': 'Youth Day',
	'08-09': "National Women's Day",
	'09-24': 'Heritage Day',
	'12-16': 'Day of Reconciliation',
	'12-25': 'Christmas Day',
	'12-26': 'Day of Goodwill',
};

/** Easter Sunday of a year of the Gregorian calendar (the anonymous algorithm of 1876). */
function easterOf(year: number): DateTime {
	const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100];
	const d = Math.floor((8 * b + 13) / 25);
	const h = (19 * a + b - Math.floor(b / 4) - d + 15) % 30;
	const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
	const days = h + l - 7 * Math.floor((a + 11 * h + 22 * l) / 451);
	return DateTime.utc(year, 3, 22).plus({ days });
}

/** The public holiday on a day; one on a Sunday is also that of the Monday after it. */
function holidayOn(day: DateTime): string | undefined {
	const easter = easterOf(day.year);
	if (day.hasSame(easter.minus({ days: 2 }), 'day')) return 'Good Friday';
	if (day.hasSame(easter.plus({ days: 1 }), 'day')) return 'Family Day';
	const own = fixed[day.toFormat('MM-dd')];
	const ofSunday = day.weekday === 1 ? fixed[day.minus({ days: 1 }).toFormat('MM-dd')] : undefined;
	return own ?? ofSunday;
}

const isBusinessDay = (day: DateTime): boolean => day.weekday < 6 && holidayOn(day) === undefined;

/**
 * The public holiday on which banks in South Africa do not work, if it is no weekend, and the business day
 * before it, as an ISO date. A holiday that is proclaimed for one year alone is not known.
 * @param day ISO date
 * @returns undefined for a business day
 */
export function noBusinessDay(day: string): { holiday?: string; before: string } | undefined {
	// All in one zone, so that days are compared and not moments.
	const date = DateTime.fromISO(day, { zone: 'utc' });
	if (!date.isValid || isBusinessDay(date)) return undefined;
	let before = date;
	while (!isBusinessDay(before)) before = before.minus({ days: 1 });
	const holiday = holidayOn(date);
	return { ...(holiday && { holiday }), before: before.toISODate() ?? '' };
}
