import { bankName } from '../../schemas/bank';
import { formatRand } from '../../schemas/money';
import { cut } from '../../transport/wording';
import { escaped } from '../../actions/html';
import { grouped } from '../grouped';
import { shownAccount, withNumbersMasked } from '../shownAccount';
import { sumInWords, type Section, type ShownRow, type Tone } from './sections';

/** More rows with the same text are folded. */
const mostUnfolded = 20;

/** The columns of a list, as it heads them. */
export const headings = ['Row', 'Name', 'Reference', 'Bank', 'Account', 'Amount'];

/** The tag with the colour of a tone. */
const tags: Record<Tone, string> = { bad: 'i', warn: 'em', plain: 'span', good: 'b' };

export const toned = (tone: Tone, html: string): string => `<${tags[tone]}>${html}</${tags[tone]}>`;

export const countedPayments = ({ length }: readonly unknown[]): string =>
	`${length} ${length === 1 ? 'payment' : 'payments'}`;

/** The longest text of a cell: no row must be able to fill the page, and our own texts fit whole. */
const longest = 800;

/** A text from outside as HTML, of a length that a page can show. */
export function shortEscaped(text: unknown): string {
	const whole = String(text ?? '');
	return escaped(whole.length > longest ? cut(whole, longest) : whole);
}

/** A part of a page, for a document and for one of n8n's forms. */
interface SectionHtml {
	html: string;
	formHtml: string;
}

/**
 * The rows of a section as tables. A reason that many rows share is folded below the others, unless
 * something is wrong.
 * @param yieldToN8n is awaited before each row: it gives n8n turns
 */
export async function sectionHtml(
	{ title, tone, says, rows }: Section,
	yieldToN8n: () => Promise<void>,
): Promise<SectionHtml> {
	const groups = await groupsBySaying(rows, yieldToN8n);
	const isFolded = ({ rows: some }: Group) => tone !== 'bad' && some.length > mostUnfolded;
	const open = groups.filter((group) => !isFolded(group));
	const folds = groups.filter(isFolded).map(foldedGroup);
	const above = [
		`<h2>${toned(tone, `${title}: ${rows.length}`)}</h2>`,
		says ? `<p>${says}</p>` : '',
		open.length > 0 ? tableOf(open) : '',
	].join('');
	return {
		html: above + folds.map(({ html }) => html).join(''),
		formHtml: above + folds.map(({ formHtml }) => formHtml).join(''),
	};
}

/** Rows with the same first text. */
interface Group {
	/** As HTML; may be empty. */
	said: string;
	rows: ShownRow[];
	/** Each row with its other texts, as HTML. */
	html: string[];
}

/**
 * Rows with the same first text are shown together, under that text; the other texts are below each row.
 */
async function groupsBySaying(
	rows: readonly ShownRow[],
	yieldToN8n: () => Promise<void>,
): Promise<Group[]> {
	const all: Array<{ said: string; row: ShownRow; html: string }> = [];
	for (const row of rows) {
		await yieldToN8n();
		const account = String(row.json.accountNumber ?? '');
		const [said = '', ...more] = row.says.map((text) =>
			shortEscaped(withAccountMasked(text, account)),
		);
		all.push({ said, row, html: tableRow(row) + more.map(moreRow).join('') });
	}
	return [...grouped(all, ({ said }) => said)].map(([said, some]) => ({
		said,
		rows: some.map(({ row }) => row),
		html: some.map(({ html }) => html),
	}));
}

/**
 * The rows of a group behind how many they are and what is said of them. n8n's forms keep no element that
 * folds, so a link opens the rows there, by the style of the form.
 */
function foldedGroup({ said, rows, html }: Group): SectionHtml {
	const what = `<strong>${countedPayments(rows)}, ${sumInWords(rows)}${said && `: ${said}`}</strong>`;
	const table = tableOf([{ said: '', rows, html }]);
	return {
		html: `<details><summary>${what}</summary>${table}</details>`,
		formHtml: `<div><p>${what} <a href="#rows">Show all ${rows.length} rows</a></p><div>${table}</div></div>`,
	};
}

const head = headings
	.map((heading) => `<th${heading === 'Amount' ? ' class="a"' : ''} scope="col">${heading}</th>`)
	.join('');

function tableOf(groups: readonly Group[]): string {
	const rows = groups.flatMap((group) => group.rows);
	const body = groups.map(
		({ said, html }) => `<tbody>${said && reasonRow(said)}${html.join('')}</tbody>`,
	);
	const total = `<tr><td></td><td>${countedPayments(rows)}</td><td class="a" colspan="4">${sumInWords(rows)}</td></tr>`;
	const foot = rows.length > 1 ? `<tfoot>${total}</tfoot>` : '';
	return `<table><thead><tr>${head}</tr></thead>${body.join('')}${foot}</table>`;
}

/** The cells of one row; mail programs recognise the column by the class of the amount. */
function tableRow({ json, cents }: ShownRow): string {
	const { row, beneficiaryName, externalReference, bank, accountNumber, amount } = json;
	const account = String(accountNumber ?? '');
	const cells = [
		row,
		withNumbersMasked(String(beneficiaryName ?? '')),
		withAccountMasked(String(externalReference ?? ''), account),
		withNumbersMasked(bankName(String(bank ?? ''))),
		shownAccount(account),
	].map((text) => `<td>${shortEscaped(text)}</td>`);
	const sum =
		cents === undefined ? shortEscaped(withNumbersMasked(String(amount ?? ''))) : formatRand(cents);
	return `<tr>${cells.join('')}<td class="a">${sum}</td></tr>`;
}

/** The text about the rows below. */
const reasonRow = (html: string): string =>
	`<tr><th class="w" colspan="${headings.length}" scope="rowgroup">${html}</th></tr>`;

/** More text about the row above. */
const moreRow = (html: string): string =>
	`<tr><td class="m" colspan="${headings.length}">${html}</td></tr>`;

/** A text in which someone may have written the account number of its row. */
export function withAccountMasked(text: string, account: string): string {
	return account.length > 5 ? text.replaceAll(account, shownAccount(account)) : text;
}
