import type { IDataObject } from 'n8n-workflow';

import { formatRand } from '../../schemas/money';
import type { Totals } from './comparison';
import type { Headline } from './headline';
import { testClientNotice, type PageText } from './pageText';
import type { Section } from './sections';
import { listIn, sumInWords, type ShownRow } from './shownRow';

/** More rows of one section are only in the page itself. */
const mostRows = 500;

/** A page as plain text: its headline, its sums, and all rows that need someone, with what to do. */
export function plainText(
	sections: readonly Section[],
	totals: readonly Totals[],
	{ alerts, messages, atTheEnd }: IDataObject,
	headline: Headline,
	{ title, lines, isOfTestClient }: PageText,
): string {
	const sums = totals.map(({ caption, lines: some }) =>
		[`${caption}:`, ...some.map((one) => `- ${one.what}: ${one.count}, ${one.sum}`)].join('\n'),
	);
	const listed = sections
		.filter(({ tone }) => tone === 'bad' || tone === 'warn')
		.map(({ title: name, says, todo, rows }) => {
			const about = [`${name}: ${rows.length}, ${sumInWords(rows)}.`, says, todo];
			return [about.filter(Boolean).join(' '), ...rowLines(rows)].join('\n');
		});
	const others = sections.filter(({ tone }) => tone === 'plain' || tone === 'good');
	const counted = others.map(
		({ title: name, rows }) => `${name}: ${rows.length}, ${sumInWords(rows)}.`,
	);
	const head = [title, ...lines, ...(isOfTestClient ? [testClientNotice] : [])];
	const above = [headline.lines.join(' '), ...listIn(alerts), ...listIn(messages)];
	const below = [counted.join('\n'), ...listIn(atTheEnd)];
	const all = [head.join('\n'), ...above, ...sums, ...listed, ...below];
	return all.filter(Boolean).join('\n\n');
}

function rowLines(rows: readonly ShownRow[]): string[] {
	const more = rows.length - mostRows;
	return [
		...rows.slice(0, mostRows).map(rowLine),
		...(more > 0 ? [`- and ${more} more: see the page`] : []),
	];
}

function rowLine({ json, payee, reference, account, cents, says, facts }: ShownRow): string {
	const known = [
		json.row === undefined ? '' : `row ${String(json.row)}`,
		...[payee, reference, account],
		cents === undefined ? '' : formatRand(cents),
	].filter(Boolean);
	const why = [...facts, ...says].join(' ');
	return `- ${known.join(', ')}${why && `: ${why}`}`.replace(/\s+/g, ' ');
}
