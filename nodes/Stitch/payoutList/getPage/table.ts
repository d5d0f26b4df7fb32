import type { IDataObject } from 'n8n-workflow';

import { inTurns } from '../../run/concurrency';
import { centsOf, formatRand, moneyIn } from '../../schemas/money';
import { cut } from '../../transport/wording';
import { escaped } from '../../actions/html';
import { grouped } from '../grouped';
import { shortDay, signed, type Totals } from './comparison';
import { statusInWords, type Column, type Tone } from './parts';
import type { Section } from './sections';
import { sumInWords, type ShownRow } from './shownRow';

/** The tag with the colour of a tone. */
const tags: Record<Tone, string> = { bad: 'i', warn: 'em', plain: 'span', good: 'b' };

export const toned = (tone: Tone, html: string): string =>
	tone === 'plain' ? html : `<${tags[tone]}>${html}</${tags[tone]}>`;

export const strong = (html: string): string => `<strong>${html}</strong>`;

const small = (html: string): string => html && `<br><sub>${html}</sub>`;

/** The longest text of a cell: no row must be able to fill the page, and our own texts fit whole. */
const longest = 800;

/** A text from outside as HTML, of a length that a page can show. */
export function shortEscaped(text: unknown): string {
	const whole = String(text ?? '');
	return escaped(whole.length > longest ? cut(whole, longest) : whole);
}

/** Tables of sums under each other, as one table: of the second, only the numbers are for comparison. */
export function totalsHtml(all: readonly Totals[]): string {
	if (all.length === 0) return '';
	const bodies = all.map(({ caption, lines }) => {
		const rows = lines.map(({ what, count, sum, tone = 'plain', isSum }) => {
			const cells = [toned(tone, shortEscaped(what)), String(count), sum];
			return `<tr>${cells.map((one) => `<td>${isSum ? strong(one) : one}</td>`).join('')}</tr>`;
		});
		return `<tbody><tr><th colspan="3" scope="rowgroup">${shortEscaped(caption)}</th></tr>${rows.join('')}</tbody>`;
	});
	return `<table>${bodies.join('')}</table>`;
}

/** @param dayOf a day in the words of the page; reading one takes long, and many rows have the same */
type Cell = (
	row: ShownRow,
	dayOf: (value: unknown) => string,
	columns: readonly Column[],
) => string;

const cells: Record<Column, Cell> = {
	Row: ({ json }) => shortEscaped(json.row),
	Sent: ({ json }, dayOf) => `<sub>${shortEscaped(dayOf(json.createdAt))}</sub>`,
	Payee: (row) => payeeOf(row),
	Amount: (row) => amountOf(row),
	'In your list': (row) => amountOf(row),
	'Amount as last time': (row, dayOf) =>
		amountOf(row) + small(lastTime(row.json, dayOf, together(row.json))),
	'Last time': ({ json }, dayOf) => lastPayments(json, dayOf),
	'Last payment': ({ json, lastReference }, dayOf) => lastPayments(json, dayOf, lastReference),
	'Approved by': ({ json }) => shortEscaped(json.approvedBy),
	'Stitch ID': ({ json }) => `<sub>${shortEscaped(json.id)}</sub>`,
	'At Stitch': ({ json }, dayOf) => {
		if (!json.status) return '';
		const sent = json.createdAt ? `sent ${dayOf(json.createdAt)}, ` : '';
		const cents = atStitch(json);
		const what = small(shortEscaped(sent + statusInWords(json)));
		return (cents === undefined ? '' : formatRand(cents)) + what;
	},
	/** From the amount in the column before it. */
	Difference: ({ json, cents }, _, columns) => {
		if (columns.includes('At Stitch')) {
			const then = atStitch(json);
			return cents === undefined || then === undefined ? '' : differenceOf(cents - then);
		}
		if (json.togetherWith || typeof json.difference !== 'number') return '';
		return differenceOf(centsOf(json.difference)) + small(together(json));
	},
};

const amountOf = ({ unclearAmount, cents }: ShownRow): string =>
	strong(cents === undefined ? shortEscaped(unclearAmount) : formatRand(cents));

/** What was sent under the reference of a row; undefined if that is not known. */
function atStitch({ amountAtStitch, amount, status }: IDataObject): number | undefined {
	return status ? moneyIn(amountAtStitch ?? amount)?.cents : undefined;
}

const differenceOf = (cents: number): string =>
	cents === 0 ? '<sub>same</sub>' : strong(signed(cents));

const together = ({ together: sum }: IDataObject): string =>
	typeof sum === 'number' ? `together ${formatRand(centsOf(sum))}` : '';

type DayOf = Parameters<Cell>[1];

/** What the payee of a row got the last time, and when. */
function lastPayments(json: IDataObject, dayOf: DayOf, reference = ''): string {
	const { lastAmount, togetherWith } = json;
	if (togetherWith) return `<sub>${lastTime(json, dayOf)}</sub>`;
	if (typeof lastAmount !== 'number') return '<sub>no earlier payment</sub>';
	return formatRand(centsOf(lastAmount)) + small(lastTime(json, dayOf, reference));
}

function lastTime(json: IDataObject, dayOf: DayOf, more = ''): string {
	const { lastDate, lastPayments: count, lastTo, togetherWith } = json;
	if (togetherWith) return shortEscaped(`with row ${String(togetherWith)}`);
	const to = lastTo ? ` to ${String(lastTo)}` : '';
	const several = Number(count) > 1 ? `${String(count)} payments` : '';
	const facts = [`paid ${dayOf(lastDate)}${to}`, several, more];
	return shortEscaped(facts.filter(Boolean).join(', '));
}

/**
 * The rows of a section as a table. A sentence about several rows is above them; one about a single row is
 * below it.
 * @param zone the time zone in which days are shown
 */
export async function sectionHtml(
	{ part, title, tone, says, todo, columns, rows }: Section,
	zone: string,
): Promise<string> {
	const span = `colspan="${columns.length}"`;
	const format = columns.includes('Sent') ? 'd LLL yyyy' : undefined;
	const days = new Map<unknown, string>();
	const dayOf = (value: unknown) => {
		const day = days.get(value) ?? shortDay(value, zone, format);
		days.set(value, day);
		return day;
	};
	const groups = grouped(rows, (row) => row.says[0] ?? '');
	const bodies: string[] = [];
	for await (const row of inTurns([...groups.values()].flat())) {
		const [shared = ''] = row.says;
		const same = groups.get(shared) ?? [];
		const isShared = same.length > 1 && shared !== '';
		const html: string[] = [];
		if (row === same[0]) html.push('<tbody>');
		if (row === same[0] && isShared) {
			html.push(
				`<tr><th ${span} scope="rowgroup">${toned(row.tone, shortEscaped(shared))}</th></tr>`,
			);
		}
		const shown = columns
			.map((column) => `<td>${cells[column](row, dayOf, columns)}</td>`)
			.join('');
		html.push(`<tr>${shown}</tr>`);
		const below = textsOf({ ...row, says: row.says.slice(isShared ? 1 : 0) });
		if (below.length > 0) html.push(`<tr><td ${span}>${below.join('<br>')}</td></tr>`);
		if (row === same.at(-1)) html.push('</tbody>');
		bodies.push(html.join(''));
	}
	const heads = columns.map((one) => `<th scope="col">${one}</th>`).join('');
	const about = [says, todo].filter(Boolean).join(' ');
	return `<h2>${toned(tone, `${title}: ${rows.length}`)} <span>${sumOfSection(part, rows)}</span></h2>${about && `<p>${about}</p>`}<table><thead><tr>${heads}</tr></thead>${bodies.join('')}</table>`;
}

/** The sum of a section; of what was sent with other values, also the sum that was sent. */
function sumOfSection(part: Section['part'], rows: readonly ShownRow[]): string {
	const sent = part === 'differs' ? rows.map(({ json }) => ({ cents: atStitch(json) })) : [];
	const fileSum = sumInWords(rows);
	return sent.length > 0 ? `${sumInWords(sent)} at Stitch, ${fileSum} in your list` : fileSum;
}

const textsOf = ({ facts, says, tone }: ShownRow): string[] => [
	...facts.map((text) => `<sub>${shortEscaped(text)}</sub>`),
	...says.map((text) => toned(tone, shortEscaped(text))),
];

function payeeOf({ payee, bank, account, reference }: ShownRow): string {
	const facts = [bank, account, reference].filter(Boolean);
	return shortEscaped(payee) + small(facts.map(shortEscaped).join(' · '));
}
