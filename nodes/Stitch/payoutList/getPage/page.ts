import type { IDataObject } from 'n8n-workflow';

import { centsOf, formatRand, randOf } from '../../schemas/money';
import { htmlPage } from '../../actions/html';
import { asFields } from '../../transport/json';
import { noBusinessDay } from './businessDays';
import { adviceOnPayingByHand } from './byHand';
import { columnNames, nameOfColumn } from '../read/knownColumns';
import { fileOf, fileTotals, lastTimeTotals, shortDay, type Totals } from './comparison';
import { headlineOf, type Headline } from './headline';
import { dateInWords, testClientNotice, type PageText } from './pageText';
import { plainText } from './plainText';
import { refusedFileHtml, refusedFile, whyRefused } from './refusedFile';
import { reportRows } from './reportRows';
import { sectionsOf } from './sections';
import { centsIn, listIn, type ShownRow } from './shownRow';
import { documentStyles, formStyle } from './style';
import { sectionHtml, shortEscaped, strong, toned, totalsHtml } from './table';

/** A page of a list: for an email or a file, and for n8n's forms, which take the style separately. */
export interface Page {
	html: string;
	/** For mail programs that show no HTML. */
	text: string;
	formHtml: string;
	formCss: string;
	headline: Headline;
	/** The rows that are held until somebody has called. */
	held: ShownRow[];
	/** How many rows are in which part, for the subject of an email, such as `12 paid, 1 failed`. */
	counts: string;
	/** Each part with its number of rows and their sum in rand. */
	sections: IDataObject[];
	/** Of a report: its payments as the rows of a spreadsheet. */
	rows?: IDataObject[];
}

/** @param summary as Check puts it out; empty where there is none */
export async function listPage(
	rows: readonly IDataObject[],
	summary: IDataObject,
	given: PageText,
): Promise<Page> {
	const read = given.kind === 'review' && dateInWords(summary.checkedAt, given.zone);
	const lines = [...given.lines, ...(read ? [`As Stitch showed it on ${String(read)}`] : [])];
	const text = { ...given, lines };
	const refused = refusedFile(rows, text);
	const sections = refused ? [] : await sectionsOf(rows, summary, text);
	const file = fileOf(sections);
	const headline = refused ? whyRefused(refused) : headlineOf(text.kind, file, summary);
	const isReview = text.kind === 'review' && !refused;
	const dayMessages = isReview ? businessDayMessages(text.payOn) : [];
	const byHand = adviceOnPayingByHand(sections, text.kind);
	// A result and a report are about what was sent, not about what was expected.
	const listFacts = isReview
		? { ...summary, messages: [...dayMessages, ...listIn(summary.messages)], atTheEnd: byHand }
		: { messages: byHand };
	const caption = text.kind === 'report' ? 'All payments' : 'Your list';
	const totals = [fileTotals(file, caption), lastTimeTotals(file, listFacts)];
	const shown = refused
		? [refusedFileHtml(refused, text.lines.join(' · '))]
		: pageHead(totals, listFacts, headline, text);
	for (const section of sections) shown.push(await sectionHtml(section, text.zone));
	shown.push(notesHtml(listFacts), text.footer ? smallLine(text.footer) : '', pageEnd(listFacts));
	const body = `<div>${shown.filter(Boolean).join('\n')}</div>`;
	return {
		html: htmlPage({
			...{ language: 'en', title: text.title, styles: documentStyles },
			body: `<main class="list">${body}</main>`,
		}),
		text: plainText(sections, totals.flat(), listFacts, headline, text),
		...{ formHtml: body, formCss: formStyle, headline },
		held: sections.find(({ part }) => part === 'held')?.rows ?? [],
		counts: file.parts
			.map(({ title, rows: { length } }) => `${length} ${title.toLowerCase()}`)
			.join(', '),
		sections: file.parts.map(({ title, rows: some }) => ({
			...{ name: title, count: some.length, sum: randOf(centsIn(some)) },
		})),
		...(text.kind === 'report' && { rows: reportRows(sections, text.zone) }),
	};
}

/** What people should know of the day on which a list is paid. */
function businessDayMessages(day: string | undefined): string[] {
	const found = day === undefined ? undefined : noBusinessDay(day);
	if (day === undefined || found === undefined) return [];
	const inWords = (one: string) => shortDay(one, undefined, 'cccc, d LLLL');
	return [
		`Banks do not work on ${inWords(day)}${found.holiday ? ` (${found.holiday})` : ''}, so the payments may arrive later. The business day before is ${inWords(found.before)}.`,
	];
}

/** Title, what will be paid, what is to be known about the whole list, and its sums. */
function pageHead(
	[fileSums = [], lastTimeSums = []]: Totals[][],
	{ alerts, blocked, messages }: IDataObject,
	{ lines: headline }: Headline,
	{ businessName, title, lines, isOfTestClient }: PageText,
): string[] {
	const large = (html: string) => html && `<h2>${strong(html)}</h2>`;
	const says = headline.map(shortEscaped).join(' <br>');
	const totals = totalsHtml(fileSums) + totalsHtml(lastTimeSums);
	return [
		businessName ? smallLine(businessName) : '',
		`<h1>${shortEscaped(title)}</h1>`,
		lines.length > 0 ? smallLine(lines.join(' · ')) : '',
		isOfTestClient ? `<p>${toned('warn', strong(testClientNotice))}</p>` : '',
		...listIn(alerts).map((alert) => large(toned('bad', shortEscaped(alert)))),
		large(blocked ? toned('bad', says) : says),
		listOf(listIn(messages), (message) => toned('warn', message)),
		totals && `<div>${totals}</div>`,
	];
}

function notesHtml({ readAs, notes, headings, floatBalance }: IDataObject): string {
	// A column under the heading that we suggest needs no words.
	const columns = columnNames.flatMap((column) => {
		const heading = asFields(headings)[column];
		const isOther = heading && String(heading).toLowerCase() !== nameOfColumn(column);
		return isOther ? [`${nameOfColumn(column)} is “${String(heading)}”`] : [];
	});
	const all = [
		...new Set([readAs, ...listIn(notes)].filter(Boolean)),
		typeof floatBalance === 'number' &&
			`In the float account: ${formatRand(centsOf(floatBalance))}.`,
		columns.length > 0 && `Columns: ${columns.join(', ')}.`,
	].filter(Boolean);
	return all.length > 0 ? `<h2>Notes</h2>${listOf(all, (note) => `<sub>${note}</sub>`)}` : '';
}

function listOf(texts: readonly unknown[], inTag: (html: string) => string): string {
	const items = texts.map((text) => `<li>${inTag(shortEscaped(text))}</li>`);
	return items.length > 0 ? `<ul>${items.join('')}</ul>` : '';
}

/** What has to be known at the decision, which a form has below the page. */
const pageEnd = ({ atTheEnd }: IDataObject): string =>
	listIn(atTheEnd)
		.map((one) => `<p>${strong(shortEscaped(one))}</p>`)
		.join('');

const smallLine = (text: string): string => `<p><sub>${shortEscaped(text)}</sub></p>`;
