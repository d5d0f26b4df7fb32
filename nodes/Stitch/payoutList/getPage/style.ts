import { palette, type Colours } from '../../actions/html';
import { headings } from './table';

/** How the parts of a table are selected: mail programs know classes, n8n's forms keep attributes. */
interface Selectors {
	/** The element that contains the page. */
	at: string;
	amount: string;
	/** The text about the rows below. */
	reason: string;
	/** More text about the row above. */
	more: string;
}

const documentOnly: Selectors = { at: '.list', amount: '.a', reason: '.w', more: 'td.m' };

const inForm: Selectors = {
	at: 'div.html',
	amount: 'tr > :last-child',
	reason: 'th[colspan]',
	more: `td[colspan="${headings.length}"]`,
};

/** Of the columns of a list, in percent: its parts stand below each other. */
const widths = [6, 30, 22, 16, 11, 15];

/** A cell of a row that has all columns. */
const cellOfRow = (tag: 'td' | 'th', index: number): string =>
	`${tag}:nth-child(${index + 1}):nth-last-child(${headings.length - index})`;

/** Without variables, which mail programs do not know: each colour is written where it is used. */
function rulesOf({ at, amount, reason, more }: Selectors): string {
	return `${at} { font-family: 'Open Sans', 'Segoe UI', Arial, sans-serif; font-size: 14px; line-height: 1.45; text-align: left; overflow-wrap: anywhere; }
${at} h1 { font-size: 22px; font-weight: 700; line-height: 1.25; margin: 0 0 4px; }
${at} h2 { font-size: 17px; font-weight: 700; line-height: 1.3; margin: 24px 0 4px; }
${at} p { margin: 0 0 6px; }
${at} ul { margin: 8px 0; padding-left: 20px; }
${at} table { width: 100%; border-collapse: collapse; margin: 6px 0 12px; font-size: 13px; }
${at} th, ${at} td { padding: 6px 8px; border-bottom: 1px solid; text-align: left; vertical-align: top; }
${at} th { font-size: 12px; font-weight: 600; white-space: nowrap; }
${widths.map((width, index) => `${at} ${cellOfRow('th', index)} { width: ${width}%; }`).join('\n')}
${at} ${amount} { text-align: right; white-space: nowrap; font-weight: 700; }
${at} ${reason} { padding-top: 12px; font-size: 13px; text-align: left; white-space: normal; }
${at} ${more} { padding: 0 8px 6px 24px; text-align: left; font-weight: 400; white-space: normal; }
${at} tfoot td { font-weight: 700; border-top: 2px solid; }
${at} summary { cursor: pointer; margin: 8px 0; }
${at} i, ${at} em, ${at} b { font-style: normal; font-weight: inherit; }
${coloured(at, palette.light)}
${at} ${reason} { color: ${palette.light.ink}; background: ${palette.light.sheet}; }`;
}

/** For dark screens and for phones, where each row is a card with its headings on the left. */
function screenRulesOf({ at, amount, reason, more }: Selectors): string {
	const labels = headings.map(
		(heading, index) =>
			// Only of rows with all of them.
			`${at} ${cellOfRow('td', index)}::before { content: '${heading}'; }`,
	);
	return `@media (prefers-color-scheme: dark) {
${coloured(at, palette.dark)}
${at} ${reason} { color: ${palette.dark.ink}; background: ${palette.dark.sheet}; }
}
@media screen and (max-width: 640px) {
${at} thead { display: none; }
${at} table, ${at} tbody, ${at} tfoot { display: block; }
${at} tr { display: block; padding: 6px 0; border-bottom-width: 1px; border-bottom-style: solid; }
${at} td { display: flex; justify-content: space-between; gap: 12px; padding: 2px 0; border: 0; text-align: right; }
${at} ${amount} { white-space: normal; }
${at} td::before { flex: none; width: 32%; text-align: left; font-weight: 600; }
${labels.join('\n')}
${at} td:first-child:nth-last-child(2)::before { content: 'Needed'; }
${at} td:nth-child(2):last-child::before { content: 'Found'; }
${at} td:empty { display: none; }
${at} ${reason}, ${at} ${more} { display: block; text-align: left; padding: 6px 0; border: 0; }
${at} tfoot tr { display: flex; justify-content: space-between; }
${at} tfoot td { border-top: 0; }
}`;
}

function printRulesOf({ at, reason }: Selectors): string {
	return `@page { size: A4; margin: 12mm; }
@media print {
${coloured(at, palette.print)}
${at} th, ${at} td { padding: 2px 6px; line-height: 1.3; }
${at} table, ${at} ${reason} { font-size: 11px; }
${at} h2, ${at} h2 + p, ${at} summary, ${at} ${reason}, ${at} thead { break-after: avoid; }
${at} summary { list-style: none; }
${at} tr { break-inside: avoid; }
${at} tfoot { display: table-row-group; }
${at} details::details-content { content-visibility: visible; display: block; }
}`;
}

/**
 * The styles of a document. What Gmail does not know costs a whole style element, so the plain rules stand
 * alone, then those for screens, then those for paper.
 */
export const documentStyles = [
	`body { margin: 0; }
.list { max-width: 1080px; margin: 0 auto; padding: 20px; box-sizing: border-box; }
${rulesOf(documentOnly)}`,
	`:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) { body { background: ${palette.dark.page}; } }
${screenRulesOf(documentOnly)}`,
	printRulesOf(documentOnly),
];

/** The colours of n8n's form pages: theirs are too faint for some eyes, and they have no dark ones. */
const formColours = {
	light: {
		link: '#5a5d63',
		'input-border': '#7d828b',
		'input-text': '#3f4247',
		'focus-border': '#0b5cad',
		'submit-btn-bg': '#0b5cad',
		'submit-btn-text': '#ffffff',
		error: '#b3121f',
		required: '#b3121f',
		'clear-button-bg': '#5a5d63',
		'html-link': '#0b5cad',
	},
	dark: {
		background: palette.dark.page,
		'card-bg': palette.dark.sheet,
		'card-border': palette.dark.line,
		header: '#f0f2f5',
		'header-subtext': '#c3c8d0',
		label: '#e1e4e8',
		link: '#c3c8d0',
		'html-text': '#e1e4e8',
		'html-link': '#8ab8f0',
		'input-text': '#f0f2f5',
		'input-bg': palette.dark.sheet,
		'input-border': '#868d98',
		'focus-border': '#8ab8f0',
		'submit-btn-bg': '#8ab8f0',
		'submit-btn-text': palette.dark.page,
		error: '#ff9b94',
		required: '#ff9b94',
		'clear-button-bg': '#868d98',
	},
};

/** The names that n8n's form pages know the colours by. */
function variables(colours: Record<string, string>): string {
	return Object.entries(colours)
		.map(([name, colour]) => `--color-${name}: ${colour};`)
		.join(' ');
}

const formRules = `:root { color-scheme: light dark; --container-width: min(1120px, 96vw); ${variables(formColours.light)} }
@media (prefers-color-scheme: dark) {
:root { ${variables(formColours.dark)} }
form select { background: ${palette.dark.sheet}; color: #f0f2f5; }
}`;

/**
 * Rows that are folded in a form: a form keeps no element that folds, and runs no script of ours. The link
 * above them opens them, and they stay open: closing them takes longer than anybody waits. A phone gives a
 * link no focus, but says that it hovers there.
 */
const formFolds = `div.html a { color: inherit; text-decoration: underline; }
div.html > div > div > div { max-height: 0; overflow: hidden; transition: max-height 0s linear 100000s; }
div.html > div > div:focus-within > div { max-height: 9999999px; transition-delay: 0s; }
div.html > div > div:has(a:active) > div { max-height: 9999999px; transition-delay: 0s; }
@media (hover: none) {
div.html > div > div:has(a:hover) > div { max-height: 9999999px; transition-delay: 0s; }
}
@media print {
div.html > div > div > div { max-height: none; }
}`;

/** The style of a form that shows a page. */
export const formStyle = [
	formRules,
	rulesOf(inForm),
	screenRulesOf(inForm),
	formFolds,
	printRulesOf(inForm),
].join('\n');

function coloured(at: string, { ink, soft, line, sheet, head, good, warn, bad }: Colours): string {
	return `${at} { color: ${ink}; background: ${sheet}; }
${at} h1, ${at} h2 { color: ${ink}; }
${at} th, ${at} td, ${at} tr { border-color: ${line}; }
${at} tfoot td { border-top-color: ${ink}; }
${at} th { color: ${soft}; background: ${head}; }
${at} sub { color: ${soft}; font-size: 12px; vertical-align: baseline; }
${at} b { color: ${good}; }
${at} em { color: ${warn}; }
${at} i { color: ${bad}; }`;
}
