import { DateTime } from 'luxon';

/** A day for people, such as `3 November 2026`, in a zone (IANA name); what is no time stays as it is. */
export function onDay(time: unknown, zone: string): string {
	const day = DateTime.fromISO(String(time), { zone }).setLocale('en');
	return day.isValid ? day.toFormat('d LLLL yyyy') : String(time);
}

/** Row numbers for people: `rows 3, 5`, at most ten of them. */
export function inRows(rows: readonly number[]): string {
	const more = rows.length > 10 ? ', …' : '';
	return `row${rows.length > 1 ? 's' : ''} ${rows.slice(0, 10).join(', ')}${more}`;
}
