import { DateTime } from 'luxon';

/** The purpose of a page: rows before they are paid, the result of a run, or any payments. */
export type PageKind = 'review' | 'result' | 'report';

/** The texts of a page in addition to its rows; all of them come from outside. */
export interface PageText {
	kind: PageKind;
	/** Whether the payments belong to a test client, which moves no money (spec 4.7). */
	isOfTestClient: boolean;
	title: string;
	businessName?: string;
	footer?: string;
	/** Lines below the title, such as who has uploaded the file and when. */
	lines: readonly string[];
	/** Why nothing of the list was sent, such as `Declined by boss@example.com`. */
	nothingSent?: string;
	/** On a report: what the payments that are shown have in their payee or reference, or as Stitch ID. */
	search?: string;
	/** The day on which the list is to be paid, as an ISO date. */
	payOn?: string;
	/** The time zone, as its IANA name, in which days are shown. */
	zone: string;
}

/** The page of a result says so as well: nobody has been paid. */
export const testClientNotice = 'A test client: no real money moves.';

/** A date as people read it, such as `24 November 2026, 09:30`; anything else stays as it is. */
export function dateInWords(value: unknown, zone: string): unknown {
	const text = DateTime.isDateTime(value) ? value.toISO() : value;
	if (typeof text !== 'string' || !/^\d{4}-\d\d-\d\dT/.test(text)) return text;
	const time = DateTime.fromISO(text, { zone }).setLocale('en');
	return time.isValid ? time.toFormat('d LLLL yyyy, HH:mm') : text;
}
