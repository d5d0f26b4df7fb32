import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { centsOf, formatRand } from '../../schemas/money';
import { asFields } from '../../transport/json';
import { numberOf } from '../../transport/wording';
import { daysAgoInWords } from '../check/days';
import { comparedWithDay } from '../difference';
import { parts, partsToPay, type Part, type Tone } from './parts';
import type { Section } from './sections';
import { centsIn, listIn, sumInWords, type ShownRow } from './shownRow';

/** A table of sums above the rows. */
export interface Totals {
	caption: string;
	lines: Array<{ what: string; count: number; sum: string; tone?: Tone; isSum?: boolean }>;
}

/** What becomes of the rows of the file. */
export interface FileOfRows {
	all: ShownRow[];
	toPay: ShownRow[];
	notToPay: ShownRow[];
	/** Each part; all parts that are paid with the list count as one. */
	parts: Array<Pick<Section, 'title' | 'tone' | 'rows'> & { part: Part | 'toPay' }>;
}

export function fileOf(sections: readonly Section[]): FileOfRows {
	const others = sections.filter(({ part }) => part !== 'missing' && !partsToPay.includes(part));
	const toPay = sections
		.filter(({ part }) => partsToPay.includes(part))
		.flatMap(({ rows }) => rows);
	const notToPay = others.flatMap(({ rows }) => rows);
	const paid = { part: 'toPay', title: 'Will be paid', tone: 'plain', rows: toPay } as const;
	const all = [...toPay, ...notToPay];
	return { all, toPay, notToPay, parts: toPay.length > 0 ? [paid, ...others] : others };
}

/** The parts of the file; none where it has only one. */
export function fileTotals({ parts: some, all }: FileOfRows, caption: string): Totals[] {
	if (some.length < 2) return [];
	const lines = some.map(({ title, tone, rows }) => ({
		...{ what: title, tone, count: rows.length, sum: sumInWords(rows) },
	}));
	const together = { what: 'Together', count: all.length, sum: sumInWords(all), isSum: true };
	return [{ caption, lines: [...lines, together] }];
}

/** A part of the comparison in the summary of Check: how many payees, and their sum. */
interface Counted {
	count: number;
	cents: number;
}

function counted(value: unknown): Counted {
	const { count, sum } = asFields(value);
	return { count: Number(count ?? 0), cents: centsOf(Number(sum ?? 0)) };
}

/** From the last time to what will be paid: what a person compares with the payroll. */
export function lastTimeTotals(file: FileOfRows, summary: IDataObject): Totals[] {
	const lastTime = asFields(summary.lastTime);
	if (lastTime.last === undefined) return [];
	const day = lastTime.day ? shortDay(lastTime.day) : '';
	const then = day ? 'last time' : 'their last payment';
	const [last, more, less, first] = ['last', 'more', 'less', 'first'].map((one) =>
		counted(lastTime[one]),
	) as [Counted, Counted, Counted, Counted];
	const [left, since] = [counted(lastTime.left), counted(lastTime.since)];
	// An unreadable amount counts as that of the last time.
	const cents = last.cents + more.cents + less.cents + first.cents - left.cents;
	const paid = { count: payeesIn(file.toPay), cents: centsIn(file.toPay) };
	const changes: Array<[what: string, by: Counted]> = [
		[`More than ${then}`, more],
		[`Less than ${then}`, less],
		[day ? 'Not paid on a payday before' : 'No earlier payment', first],
		[parts.missing.title, { count: left.count, cents: -left.cents }],
		['Not sent now', { count: payeesIn(file.notToPay), cents: paid.cents - cents }],
	];
	// Without its line, nobody would know whether somebody is missing.
	const isShown = ([what, by]: [string, Counted]) =>
		by.count > 0 || by.cents !== 0 || (day !== '' && what === parts.missing.title);
	const lines = [
		lineOf(day ? 'Paid last time' : 'Their last payments', last),
		...changes.filter(isShown).map(([what, by]) => lineOf(what, by, signed)),
		{ ...lineOf('Will be paid', paid), isSum: true },
	];
	const earlier = listIn(lastTime.earlier).map(asFields);
	const others = [
		...(since.count > 0 ? [lineOf(`Paid since${day && ` ${day}`}, other references`, since)] : []),
		...earlier.map((one) => lineOf(`Paid on ${shortDay(one.day)}`, counted(one))),
	];
	const isByPayee = file.all.some(({ json }) => json.togetherWith);
	const compared = { caption: captionOf(lastTime, day) + (isByPayee ? ', by payee' : ''), lines };
	if (others.length === 0) return [compared];
	return [compared, { caption: 'For comparison, not part of this sum', lines: others }];
}

const lineOf = (what: string, { count, cents }: Counted, inWords = formatRand) => ({
	...{ what, count, sum: inWords(cents) },
});

/** How many payees the rows have: `togetherWith` is the number of the payee's first row. */
const payeesIn = (rows: readonly ShownRow[]): number =>
	new Set(rows.map(({ json }) => json.togetherWith ?? json.row ?? json)).size;

function captionOf({ daysAgo, daysBefore }: IDataObject, day: string): string {
	if (!day) return 'Compared with each payee’s own last payment: they have no payday in common';
	const before =
		typeof daysBefore === 'number' ? `; the one before ${numberOf(daysBefore, 'day')} earlier` : '';
	return `Compared with ${day}, ${daysAgoInWords(Number(daysAgo))}${before}`;
}

/**
 * How a sum in cents compares with the last payday, such as `R10.00 (0.1 %) more than on 25 October`; empty
 * where there is none, or where nobody of it is in the file.
 */
export function comparedWithPayday(cents: number, { lastTime }: IDataObject): string {
	const { day, known, last } = asFields(lastTime);
	if (!day || !known) return '';
	return comparedWithDay(cents, counted(last).cents, shortDay(day));
}

/** A day as a page shows it, such as `25 October`; the lines above have the year. */
export function shortDay(value: unknown, zone = 'utc', format = 'd LLLL'): string {
	const day = DateTime.fromISO(String(value), { locale: 'en', zone });
	return day.isValid ? day.toFormat(format) : String(value ?? '');
}

/** A difference, such as `+R10.00`. */
export const signed = (cents: number): string =>
	cents < 0 ? `\u2212${formatRand(-cents)}` : `${cents > 0 ? '+' : ''}${formatRand(cents)}`;
