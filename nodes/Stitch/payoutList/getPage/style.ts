import { palette, type Colours } from '../../actions/html';

/**
 * The rules of a page, for a document and for one of n8n's forms, which keep neither classes nor scripts.
 * Without variables, which mail programs do not know: each colour is written where it is used.
 * @param at selects the element around the page
 */
function rulesOf(at: string): string {
	const { list, totals } = tablesOf(at);
	return `${at} { font-family: 'Open Sans', 'Segoe UI', Arial, sans-serif; font-size: 14px; line-height: 1.45; text-align: left; overflow-wrap: break-word; }
${at} h1 { font-size: 22px; font-weight: 700; line-height: 1.25; margin: 0 0 2px; }
${at} h2 { font-size: 17px; font-weight: 700; line-height: 1.3; margin: 26px 0 2px; }
${at} h2 > strong { display: block; font-size: 19px; margin: -14px 0 8px; }
${at} h2 > span { font-size: 14px; font-weight: 600; margin-left: 6px; }
${at} p { margin: 0 0 4px; }
${at} ul { margin: 6px 0 10px; padding-left: 20px; }
${at} table { width: 100%; border-collapse: collapse; margin: 6px 0 10px; font-variant-numeric: tabular-nums; }
${at} th, ${at} td { box-sizing: border-box; padding: 6px 8px; border-bottom: 1px solid; text-align: right; vertical-align: top; }
${at} th { font-size: 12px; font-weight: 600; }
${at} tr > :first-child, ${list} tr > :nth-child(2) { text-align: left; }
${at} tr > :nth-child(2):last-child { text-align: left; }
${at} th[colspan] { font-size: 14px; }
${list} { table-layout: fixed; }
${list} tr > * { width: 15%; }
${list} tr > :nth-child(4) { width: 22%; }
${list} tr > :nth-child(3):last-child { width: 30%; }
${list} tr > :first-child { width: 64px; }
${list} tr > :nth-child(2) { width: auto; }
${list} td[colspan] { padding: 0 8px 8px 72px; }
${totals} td:last-child { white-space: nowrap; }
${at} i, ${at} em, ${at} b { font-style: normal; font-weight: inherit; }
${at} sub { font-size: 12px; vertical-align: baseline; }
${coloured(at, palette.light)}`;
}

/** The tables with rows, and those with sums above them. */
const tablesOf = (at: string) => ({
	list: `${at} > div > table`,
	totals: `${at} > div > div > table`,
});

/** For dark screens and for phones, where each row is a card of two or three lines. */
function screenRulesOf(at: string): string {
	const { list, totals } = tablesOf(at);
	return `@media (prefers-color-scheme: dark) {
${coloured(at, palette.dark)}
}
@media screen, print {
${list} tr:has(+ tr > td[colspan]) > td { border-bottom: 0; padding-bottom: 2px; }
}
@media screen and (min-width: 900px) {
${at} > div > div { display: flex; gap: 40px; align-items: flex-start; }
${totals} { flex: 1 1 0; }
${totals}:last-child { flex: 0 0 57%; }
}
@media (min-width: 641px) {
${at} h2 br { display: none; }
}
@media screen and (max-width: 640px) {
${list}, ${list} tbody { display: block; }
${list} thead { display: none; }
${list} tr { display: grid; grid-template-columns: 38px minmax(0, 1fr) auto; column-gap: 4px; padding: 7px 0; border-bottom-width: 1px; border-bottom-style: solid; }
${list} tr > :nth-child(n):nth-child(n) { width: auto; padding: 0; border: 0; }
${list} td:nth-child(4) { grid-column: 2; text-align: left; }
${list} td:nth-child(4) br { display: none; }
${list} td:nth-child(4) br + sub { margin-left: 4px; }
${list} tr:has(> :first-child > sub) > :nth-child(n + 4) { grid-column: 2 / -1; text-align: left; }
${list} tr > [colspan]:nth-child(n):nth-child(n) { grid-column: 1 / -1; padding: 0 0 0 42px; }
${list} tr > th[colspan]:nth-child(n):nth-child(n) { padding: 4px 6px; }
${list} tr:has(+ tr > td[colspan]) { border-bottom: 0; padding-bottom: 0; }
${totals} td { padding: 5px 4px; }
${at} h2 > span { display: block; margin: 0; }
}`;
}

const printRulesOf = (at: string): string => `@page { size: A4; margin: 12mm; }
@media print {
${coloured(at, palette.print)}
${at} th, ${at} td { padding: 2px 6px; line-height: 1.3; font-size: 11px; }
${at} sub { font-size: 10px; }
${at} h2, ${at} h2 + p, ${at} thead { break-after: avoid; }
${at} tr { break-inside: avoid; }
}`;

/**
 * The styles of a document. What Gmail does not know costs a whole style element, so the plain rules stand
 * alone, then those for screens, then those for paper.
 */
export const documentStyles = [
	`body { margin: 0; }
.list { max-width: 1080px; margin: 0 auto; padding: 20px; box-sizing: border-box; }
${rulesOf('.list')}`,
	`:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) { body { background: ${palette.dark.page}; } }
${screenRulesOf('.list')}`,
	printRulesOf('.list'),
];

/** The colours of n8n's form pages: theirs are too faint for some eyes, and they have no dark ones. */
const formColours = {
	light: {
		...{ link: '#5a5d63', 'input-border': '#7d828b', 'input-text': '#3f4247' },
		...{ 'focus-border': '#0b5cad', 'submit-btn-bg': '#0b5cad', 'submit-btn-text': '#ffffff' },
		...{ error: '#b3121f', required: '#b3121f', 'clear-button-bg': '#5a5d63' },
		'html-link': '#0b5cad',
	},
	dark: {
		...{ background: palette.dark.page, 'card-bg': palette.dark.sheet },
		...{ 'card-border': palette.dark.line, header: '#f0f2f5', 'header-subtext': '#c3c8d0' },
		...{ label: '#e1e4e8', link: '#c3c8d0', 'html-text': '#e1e4e8', 'html-link': '#8ab8f0' },
		...{ 'input-text': '#f0f2f5', 'input-bg': palette.dark.sheet, 'input-border': '#868d98' },
		...{ 'focus-border': '#8ab8f0', 'submit-btn-bg': '#8ab8f0', error: '#ff9b94' },
		...{ 'submit-btn-text': palette.dark.page, required: '#ff9b94', 'clear-button-bg': '#868d98' },
	},
};

/** The names that n8n's form pages know the colours by. */
function variables(colours: Record<string, string>): string {
	const all = Object.entries(colours);
	return all.map(([name, colour]) => `--color-${name}: ${colour};`).join(' ');
}

const formRules = `:root { color-scheme: light dark; --container-width: min(1120px, 96vw); ${variables(formColours.light)} }
@media (prefers-color-scheme: dark) {
:root { ${variables(formColours.dark)} }
form select { background: ${palette.dark.sheet}; color: #f0f2f5; }
}`;

const formPage = 'div.html';

/** The style of a form that shows a page. */
export const formStyle = [
	formRules,
	rulesOf(formPage),
	screenRulesOf(formPage),
	printRulesOf(formPage),
].join('\n');

function coloured(at: string, { ink, soft, line, sheet, head, good, warn, bad }: Colours): string {
	return `${at} { color: ${ink}; background: ${sheet}; }
${at} h1, ${at} h2 { color: ${ink}; }
${at} th, ${at} td, ${at} tr { border-color: ${line}; }
${at} th { color: ${soft}; background: ${head}; }
${at} th[colspan] { color: ${ink}; }
${at} sub, ${at} h2 > span { color: ${soft}; }
${at} b { color: ${good}; }
${at} em { color: ${warn}; }
${at} i { color: ${bad}; }`;
}
