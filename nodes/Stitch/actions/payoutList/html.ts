/** The longest text of a cell: a row must not be able to fill the page. */
const longest = 300;

/** Signs that turn the direction of the text after them. */
const turning = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A text from outside as HTML: none of its signs means anything to a browser or to n8n. */
export function escaped(text: unknown): string {
	const signs = [...String(text ?? '').replace(turning, '')];
	const cut = signs.length > longest ? `${signs.slice(0, longest).join('')}…` : signs.join('');
	return cut.replace(/[&<>"'`{}$\p{Cc}]/gu, (sign) => `&#${sign.codePointAt(0)};`);
}

/** One row of a table: each cell says under which heading it is, which a phone shows beside it. */
export function tableRow(cells: ReadonlyArray<readonly [heading: string, html: string]>): string {
	const each = cells.map(([heading, html]) => `<td headers="${heading}">${html}</td>`);
	return `<tr>${each.join('')}</tr>`;
}

/** A row of a table that goes over all its columns. */
export function wideRow(html: string, columns: number): string {
	return `<tr><td colspan="${columns}" headers="why">${html}</td></tr>`;
}

/** @param body rows */
export function table(headings: readonly string[], body: string, foot = ''): string {
	const head = headings.map((heading) => `<th headers="${heading}">${heading}</th>`).join('');
	const end = foot === '' ? '' : `<tfoot>${foot}</tfoot>`;
	return `<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody>${end}</table>`;
}
