import { DateTime } from 'luxon';

import { inGroups } from '../../schemas/money';

/** An amount as people read it: `R149 812.10`, with no-break spaces. */
export function inRands(cents: number): string {
	const sign = cents < 0 ? '-' : '';
	return `${sign}R${inGroups({ cents: Math.abs(cents) })}`;
}

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
