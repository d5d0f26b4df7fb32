import type { IDataObject } from 'n8n-workflow';

import { bankName } from '../../../schemas/bank';
import { formatRand, moneyIn } from '../../../schemas/money';
import { cut, maskNumbers } from '../../../transport/wording';
import { escaped as escapedWhole, htmlPage, palette } from '../../html';
import { grouped } from '../grouped';
import { shownAccount } from '../shownAccount';
import { sectionsOf, type Section, type Tone } from './sections';
import { formColours, styleOf } from './style';

/** What a page says in addition to its rows; all of it is text from outside. */
export interface PageText {
	title: string;
	businessName?: string;
	footer?: string;
	/** Lines below the title, such as who has uploaded the file and when. */
	lines: readonly string[];
}

/** A page of a list: for an email or a file, and for n8n's forms, which take the style on its own. */
export interface Page {
	html: string;
	formHtml: string;
	formCss: string;
}

/** More rows of which the same is said are folded. */
const mostUnfolded = 20;

const headings = ['Row', 'Name', 'Reference', 'Bank', 'Account', 'Amount'];

/** The tag that has the colour of a tone. */
const tags: Record<Tone, string> = { bad: 'i', warn: 'em', plain: 'span', good: 'b' };

/** @param summary as Check puts it out; empty where there is none */
export function pageOf(rows: readonly IDataObject[], summary: IDataObject, text: PageText): Page {
	const sections = sectionsOf(rows);
	const parts = (isForm: boolean) =>
		[
			...aboveRows(sections, summary, text),
			...sections.map((section) => inSection(section, isForm)),
			text.footer ? `<p><sub>${escaped(text.footer)}</sub></p>` : '',
		].join('\n');
	return {
		html: asDocument(parts(false), text.title),
		formHtml: `<div>${parts(true)}</div>`,
		formCss: formColours + styleOf('div.html'),
	};
}

function asDocument(content: string, title: string): string {
	const style = `
:root { color-scheme: light dark; }
body { margin: 0; }
.list { width: 100%; max-width: 1080px; margin: 0 auto; padding: 20px; box-sizing: border-box; }
@media (prefers-color-scheme: dark) { body { background: ${palette.dark.page}; } }
${styleOf('.list')}
`;
	const body = `<div class="list">\n${content}\n</div>`;
	return htmlPage({ language: 'en', title, styles: [style], body });
}

/** Title, numbers and messages. */
function aboveRows(sections: readonly Section[], summary: IDataObject, text: PageText): string[] {
	const { businessName, title, lines } = text;
	const numbers = sections.map(({ title: name, tone, rows }) => {
		const what = `${name}, <strong>${formatRand(sumOf(rows.map(({ json }) => json)))}</strong>`;
		return tableRow([
			['Number', toned(tone, String(rows.length))],
			['What', what],
		]);
	});
	const toPay = sections
		.filter(({ isToPay }) => isToPay)
		.flatMap(({ rows }) => rows.map(({ json }) => json));
	return [
		businessName ? `<p><sub>${escaped(businessName)}</sub></p>` : '',
		`<h1>${escaped(title)}</h1>`,
		...lines.map((line) => `<p>${escaped(line)}</p>`),
		toPay.length > 0 ? `<h2>${counted(toPay)}, ${formatRand(sumOf(toPay))} in total</h2>` : '',
		summary.client === 'test'
			? `<p>${toned('warn', 'A test client: no real money moves.')}</p>`
			: '',
		`<table><tbody>${numbers.join('')}</tbody></table>`,
		listOf('warn', summary.messages),
		listOf('plain', summary.notes),
		typeof summary.floatBalance === 'number'
			? `<p>In the float account: ${formatRand(Math.round(summary.floatBalance * 100))}.</p>`
			: '',
		typeof summary.columns === 'string'
			? `<p><sub>Columns: ${escaped(summary.columns)}.</sub></p>`
			: '',
	].filter(Boolean);
}

function listOf(tone: Tone, texts: unknown): string {
	if (!Array.isArray(texts) || texts.length === 0) return '';
	return `<ul>${texts.map((text) => `<li>${toned(tone, escaped(text))}</li>`).join('')}</ul>`;
}

const counted = ({ length }: readonly unknown[]): string =>
	`${length} ${length === 1 ? 'payment' : 'payments'}`;

/** A reason that many rows have is folded below the others, except where something is wrong. */
function inSection({ title, tone, rows }: Section, isForm: boolean): string {
	const isFolded = ({ of }: Group) => tone !== 'bad' && of.length > mostUnfolded;
	const groups = groupsBySaying(rows);
	const open = groups.filter((group) => !isFolded(group));
	return [
		`<h2>${toned(tone, `${title}: ${rows.length}`)}</h2>`,
		open.length > 0 ? tableOf(open) : '',
		...groups.filter(isFolded).map((group) => folded(group, isForm)),
	].join('');
}

/** Rows of which the same is said first. */
interface Group {
	/** As HTML; may be empty. */
	said: string;
	of: RowOfGroup[];
}

interface RowOfGroup {
	json: IDataObject;
	/** What else is said of it, as HTML. */
	more: string[];
}

/** Rows of which the same is said first stand together, and it is said once; the rest stands below each. */
function groupsBySaying(rows: Section['rows']): Group[] {
	const all = rows.map(({ json, says }) => {
		const account = String(json.accountNumber ?? '');
		const [first = '', ...more] = says.map((text) => masked(text, account));
		// Its number stands in the row itself.
		const said = escaped(first.replace(`Row ${String(json.row)}: `, ''));
		return { said, json, more: more.map(escaped) };
	});
	return [...grouped(all, ({ said }) => said)].map(([said, of]) => ({ said, of }));
}

/** The rows of a group behind how many they are and what is said of them; n8n's forms cannot fold, so they scroll. */
function folded({ said, of }: Group, isForm: boolean): string {
	const sum = formatRand(sumOf(of.map(({ json }) => json)));
	const what = `<strong>${counted(of)}, ${sum}${said && `: ${said}`}</strong>`;
	const content = tableOf([{ said: '', of }]);
	return isForm
		? `<p>${what}</p><div>${content}</div>`
		: `<details><summary>${what}</summary>${content}</details>`;
}

function tableOf(groups: readonly Group[]): string {
	const all = groups.flatMap(({ of }) => of.map(({ json }) => json));
	const body = groups.flatMap(({ said, of }) => [
		said && wideRow('why', said),
		...of.flatMap(({ json, more }) => [inRow(json), ...more.map((text) => wideRow('more', text))]),
	]);
	const total = tableRow([
		['Row', ''],
		['Total', counted(all)],
		['Reference', ''],
		['Bank', ''],
		['Account', ''],
		['Amount', formatRand(sumOf(all))],
	]);
	const head = headings.map((heading) => `<th headers="${heading}">${heading}</th>`);
	return `<table><thead><tr>${head.join('')}</tr></thead><tbody>${body.join('')}</tbody><tfoot>${total}</tfoot></table>`;
}

function inRow(json: IDataObject): string {
	const { row, beneficiaryName, externalReference, bank, accountNumber, amount } = json;
	const account = String(accountNumber ?? '');
	const cents = moneyIn(amount)?.cents;
	return tableRow([
		['Row', escaped(row)],
		['Name', escaped(maskNumbers(String(beneficiaryName ?? '')))],
		['Reference', escaped(masked(String(externalReference ?? ''), account))],
		['Bank', escaped(maskNumbers(bankName(String(bank ?? ''))))],
		['Account', escaped(shownAccount(account))],
		[
			'Amount',
			cents === undefined ? escaped(maskNumbers(String(amount ?? ''))) : formatRand(cents),
		],
	]);
}

/** A text in which someone may have written the account number of its row. */
function masked(text: string, account: string): string {
	return account.length > 5 ? text.replaceAll(account, shownAccount(account)) : text;
}

function sumOf(rows: readonly IDataObject[]): number {
	return rows.reduce((cents, { amount }) => cents + (moneyIn(amount)?.cents ?? 0), 0);
}

const toned = (tone: Tone, html: string): string => `<${tags[tone]}>${html}</${tags[tone]}>`;

/** The longest text of a cell: a row must not be able to fill the page, and what we say fits whole. */
const longest = 800;

/** A text from outside as HTML, cut. */
const escaped = (text: unknown): string => escapedWhole(cut(String(text ?? ''), longest));

/** One row of a table: each cell says under which heading it is, which a phone shows next to it. */
function tableRow(cells: ReadonlyArray<readonly [heading: string, html: string]>): string {
	const each = cells.map(([heading, html]) => `<td headers="${heading}">${html}</td>`);
	return `<tr>${each.join('')}</tr>`;
}

/** A row of a table that goes over all its columns: what is said of the rows below, or more of the one above. */
function wideRow(what: 'why' | 'more', html: string): string {
	return `<tr><td colspan="${headings.length}" headers="${what}">${html}</td></tr>`;
}
