import { palette, type Colours } from '../../html';

/** What n8n's form pages take their own colours from: they have no dark ones. */
export const formColours = `:root { color-scheme: light dark; --container-width: min(1120px, 96vw); }
@media (prefers-color-scheme: dark) {
:root { --color-background: ${palette.dark.page}; --color-card-bg: ${palette.dark.sheet}; --color-card-border: ${palette.dark.line}; --color-header: #f0f2f5; --color-header-subtext: #c3c8d0; --color-label: #e1e4e8; --color-link: #c3c8d0; --color-html-text: #e1e4e8; --color-input-text: #f0f2f5; --color-input-bg: ${palette.dark.sheet}; --color-input-border: #6e7681; }
form select { background: ${palette.dark.sheet}; color: #f0f2f5; }
}
`;

/**
 * The style of a page. n8n's forms keep neither classes nor styles, so it goes by tags and headings; mail
 * programs know no variables, so each colour stands where it is used.
 * @param at a selector of what holds the page
 */
export function styleOf(at: string): string {
	return `${at} { font-family: 'Open Sans', 'Segoe UI', Arial, sans-serif; font-size: 14px; line-height: 1.45; text-align: left; }
${at} h1 { font-size: 22px; font-weight: 700; line-height: 1.25; margin: 0 0 4px; }
${at} h2 { font-size: 17px; font-weight: 700; line-height: 1.3; margin: 24px 0 4px; }
${at} p { margin: 0 0 6px; }
${at} ul { margin: 8px 0; padding-left: 20px; }
${at} table { width: 100%; border-collapse: collapse; margin: 6px 0 12px; font-size: 13px; }
${at} th, ${at} td { padding: 6px 8px; border-bottom: 1px solid; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
${at} th { font-size: 12px; font-weight: 600; white-space: nowrap; }
${at} th[headers='Amount'], ${at} td[headers='Amount'] { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
${at} td[headers='Row'], ${at} td[headers='Account'] { white-space: nowrap; font-variant-numeric: tabular-nums; }
${at} td[headers='Name'] { min-width: 9em; overflow-wrap: break-word; }
${at} td[headers='why'] { padding-top: 12px; font-weight: 600; }
${at} td[headers='more'] { padding: 0 8px 6px 24px; }
${at} tr:has(+ tr td[headers='more']) td { border-bottom: 0; padding-bottom: 2px; }
${at} td[headers='Number'] { white-space: nowrap; font-size: 18px; font-weight: 700; text-align: right; width: 3em; }
${at} td[headers='Number'], ${at} td[headers='What'] { vertical-align: middle; }
${at} tfoot td { font-weight: 700; border-top: 2px solid; }
${at} summary { cursor: pointer; margin: 8px 0; }
${at} div div { max-height: 26em; overflow: auto; }
${at} i, ${at} em, ${at} b { font-style: normal; }
${coloured(at, palette.light)}
@media (prefers-color-scheme: dark) {
${coloured(at, palette.dark)}
}
@media screen and (max-width: 640px) {
${at} thead { display: none; }
${at} tr { display: block; padding: 6px 0; border-bottom-width: 1px; border-bottom-style: solid; }
${at} td, ${at} td[headers] { display: flex; justify-content: space-between; gap: 12px; padding: 2px 0; border: 0; width: auto; text-align: right; white-space: normal; }
${at} td::before { content: attr(headers); flex: none; width: 32%; text-align: left; font-weight: 600; }
${at} td:empty { display: none; }
${at} td[headers='why'], ${at} td[headers='more'], ${at} td[headers='Number'], ${at} td[headers='What'] { display: block; text-align: left; }
${at} td[headers='why']::before, ${at} td[headers='more']::before, ${at} td[headers='Number']::before, ${at} td[headers='What']::before { content: none; }
}
@media print {
@page { size: A4 landscape; margin: 12mm; }
${coloured(at, palette.print)}
${at} div div { max-height: none; overflow: visible; }
${at} details::details-content { content-visibility: visible; display: block; }
${at} tr { break-inside: avoid; }
}`;
}

function coloured(at: string, { ink, soft, line, sheet, head, good, warn, bad }: Colours): string {
	return `${at} { color: ${ink}; background: ${sheet}; }
${at} h1, ${at} h2 { color: ${ink}; }
${at} th, ${at} td, ${at} tr { border-color: ${line}; }
${at} tfoot td, ${at} tfoot td[headers='Row'] { border-top-color: ${ink}; }
${at} th { color: ${soft}; background: ${head}; }
${at} sub, ${at} tbody td[headers='Row'] { color: ${soft}; font-size: 12px; vertical-align: baseline; }
${at} b { color: ${good}; }
${at} em { color: ${warn}; }
${at} i { color: ${bad}; }`;
}
