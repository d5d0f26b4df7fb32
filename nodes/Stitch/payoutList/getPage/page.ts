import type { IDataObject } from 'n8n-workflow';
import { DateTime } from 'luxon';

import { yielding } from '../../run/concurrency';
import { centsOf, formatRand } from '../../schemas/money';
import { htmlPage } from '../../actions/html';
import { nextStep } from './nextStep';
import { ofTestClient, type PageText } from './pageText';
import { aboutRefusedFile, refusedFile } from './refusedFile';
import { sectionsOf, sumInWords, type Section, type Tone } from './sections';
import { documentStyles, formStyle } from './style';
import { countedPayments, sectionHtml, shortEscaped, toned } from './table';
import { plainText } from './plainText';

/** A page of a list: for an email or a file, and for n8n's forms, which take the style separately. */
interface Page {
	html: string;
	/** The counts and the rows that are not paid, for mail programs that show no HTML. */
	text: string;
	formHtml: string;
	formCss: string;
	/** The rows as the page shows them; none of a file that could not be read. */
	sections: Section[];
}

/** @param summary as Check puts it out; empty where there is none */
export async function listPage(
	rows: readonly IDataObject[],
	summary: IDataObject,
	text: PageText,
): Promise<Page> {
	const refused = refusedFile(rows, text);
	const yieldToN8n = yielding();
	const sections = refused ? [] : await sectionsOf(rows, yieldToN8n);
	const above = refused
		? aboutRefusedFile(refused, text.lines)
		: aboveRows(sections, summary, text).join('\n');
	const shown = [];
	for (const section of sections) shown.push(await sectionHtml(section, yieldToN8n));
	const below = text.footer ? `<p><sub>${shortEscaped(text.footer)}</sub></p>` : '';
	const body = shown.map(({ html }) => html).join('\n');
	const formBody = shown.map(({ formHtml }) => formHtml).join('\n');
	return {
		html: htmlPage({
			language: 'en',
			title: text.title,
			styles: documentStyles,
			body: `<main class="list">\n${above}\n${body}\n${below}\n</main>`,
		}),
		text: plainText(sections, text),
		formHtml: `<div>${above}\n${formBody}\n${below}</div>`,
		formCss: formStyle,
		sections,
	};
}

/** Title, numbers, what to do next and messages. */
function aboveRows(sections: readonly Section[], summary: IDataObject, text: PageText): string[] {
	const { businessName, title, lines, kind, isOfTestClient } = text;
	const toPay = sections.filter(({ isToPay }) => isToPay).flatMap(({ rows }) => rows);
	const numbers = sections.map(
		({ title: name, tone, rows }) =>
			`<li>${toned(tone, `<strong>${rows.length}</strong> ${name}`)}, ${sumInWords(rows)}</li>`,
	);
	const next = nextStep(kind, sections).join(' ');
	return [
		businessName ? `<p><sub>${shortEscaped(businessName)}</sub></p>` : '',
		`<h1>${shortEscaped(title)}</h1>`,
		...lines.map((line) => `<p>${shortEscaped(line)}</p>`),
		toPay.length > 0 ? `<h2>${countedPayments(toPay)}, ${sumInWords(toPay)} in total</h2>` : '',
		isOfTestClient ? `<p>${toned('warn', ofTestClient)}</p>` : '',
		numbers.length > 0 ? `<ul>${numbers.join('')}</ul>` : '',
		next ? `<p><strong>What to do next:</strong> ${next}</p>` : '',
		listOf('warn', summary.messages),
		listOf('plain', summary.notes),
		typeof summary.floatBalance === 'number'
			? `<p>In your account at Stitch: ${formatRand(centsOf(summary.floatBalance))}.</p>`
			: '',
		typeof summary.columns === 'string'
			? `<p><sub>Columns: ${shortEscaped(summary.columns)}.</sub></p>`
			: '',
		...changesIn(summary),
	].filter(Boolean);
}

function changesIn({ changesSince, changes }: IDataObject): string[] {
	if (typeof changesSince !== 'string') return [];
	const day = DateTime.fromISO(changesSince, { locale: 'en' });
	if (!day.isValid) return [];
	const then = day.toFormat('d LLLL yyyy');
	const list = listOf('plain', changes);
	return list
		? [`<h2>Changes since ${then}</h2>`, list]
		: [`<p>The same people as on ${then}, and no amount differs by more than 30%.</p>`];
}

function listOf(tone: Tone, texts: unknown): string {
	if (!Array.isArray(texts) || texts.length === 0) return '';
	return `<ul>${texts.map((text) => `<li>${toned(tone, shortEscaped(text))}</li>`).join('')}</ul>`;
}
