import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { asText } from '../../schemas/asText';
import { amountInWords } from '../../schemas/money';
import { whyUnsafe } from '../../transport/addresses';
import { asFields } from '../../transport/json';
import { escaped, htmlPage, palette, type Colours } from '../html';
import type { Language, PageName } from './texts';

export interface PayerPage {
	name: PageName;
	language: Language;
	/** Who is paid, as the payer knows them. */
	business?: string | undefined;
	facts?: Facts;
	paymentUrl?: string | undefined;
}

export interface Facts {
	amount: string | undefined;
	reference: string | undefined;
}

export function factsOf({ amount, externalReference }: IDataObject): Facts {
	return {
		amount: amountInWords(asFields(amount).quantity),
		reference: asText(externalReference),
	};
}

const colours = ({ page, sheet, ink, soft, line, good, warn }: Colours) =>
	`--page:${page};--sheet:${sheet};--ink:${ink};--soft:${soft};--line:${line};--good:${good};--open:${warn}`;

// Pulling a page down on a phone reloads it, and n8n would answer instead of this node.
const style =
	`:root{color-scheme:light dark;${colours(palette.light)}}` +
	`@media(prefers-color-scheme:dark){:root{${colours(palette.dark)}}}` +
	'*{box-sizing:border-box}' +
	'html{overscroll-behavior-y:none}' +
	'body{margin:0;min-height:100vh;min-height:100dvh;display:grid;place-items:center;padding:1rem;' +
	'font:1rem/1.5 system-ui,sans-serif;background:var(--page);color:var(--ink)}' +
	'main{width:100%;max-width:26rem;padding:2rem 1.5rem;text-align:center;overflow-wrap:anywhere;' +
	'background:var(--sheet);border:1px solid var(--line);border-radius:1rem}' +
	'header{margin-bottom:1.5rem;font-weight:600;color:var(--soft)}' +
	'svg{width:3.5rem;fill:none;stroke:var(--soft);stroke-width:2.5;stroke-linecap:round;' +
	'stroke-linejoin:round}' +
	'.paid svg{stroke:var(--good)}.pending svg,.unknown svg{stroke:var(--open)}' +
	'h1{font-size:1.5rem;line-height:1.25;margin:.75rem 0}' +
	'p{margin:0;color:var(--soft)}' +
	'h1,p{text-wrap:balance}' +
	'dl{margin:1.5rem 0 0;border-top:1px solid var(--line);text-align:start}' +
	'dl div{display:flex;justify-content:space-between;gap:1.5rem;padding:.75rem 0;' +
	'border-bottom:1px solid var(--line)}' +
	'dt{flex:none;color:var(--soft)}dd{margin:0;font-weight:600;text-align:end}' +
	'a{display:block;margin-top:.75rem;padding:.75rem 1rem;border:1px solid var(--ink);' +
	'border-radius:.5rem;color:inherit;font-weight:600;text-decoration:none}' +
	'dl+a,p+a{margin-top:1.5rem}' +
	'a:first-of-type{background:var(--ink);color:var(--sheet)}' +
	'a:focus-visible{outline:3px solid var(--ink);outline-offset:3px}';

/** In a circle: a tick, a clock or a dash. */
const marks: Partial<Record<PageName, string>> = {
	paid: 'm15 24.5 6.5 6.5 12-13',
	pending: 'M24 14v10l6.5 4',
	unknown: 'M24 14v10l6.5 4',
	notPaid: 'M16 24h16',
	over: 'M16 24h16',
};

const styleHash = createHash('sha256').update(style).digest('base64');

/**
 * No script, no resource from elsewhere, no frame, and a separate origin: whatever the page contains, it
 * cannot act on behalf of the n8n that serves it. Its address contains a signature, so the address is
 * neither cached nor sent on as a referrer.
 */
export const pageHeaders: Record<string, string> = {
	'Content-Type': 'text/html; charset=utf-8',
	'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox`,
	'Cache-Control': 'no-store',
	'Referrer-Policy': 'no-referrer',
	'X-Content-Type-Options': 'nosniff',
	'X-Frame-Options': 'DENY',
	'X-Robots-Tag': 'noindex, nofollow',
};

/**
 * The last page of a wait. After it, n8n itself answers every request with a message in JSON. So the
 * payer's own browser keeps the page, for payers who go back to it, open the link again, or return to a
 * phone that has dropped it. Only the button that reloads a page still asks n8n.
 */
export const lastPageHeaders: Record<string, string> = {
	...pageHeaders,
	'Cache-Control': 'private, max-age=86400',
};

/** Contains nothing from the request, and escapes all texts from outside. */
export function payerPage({ name, language, business, facts, paymentUrl }: PayerPage): string {
	const { code, pages, backToPayment, checkAgain, amount, reference } = language;
	const [heading, text] = pages[name];
	const links = [
		// An empty address is this page's own.
		...(name === 'pending' || name === 'unknown' ? [link('', checkAgain)] : []),
		...(name === 'pending' && paymentUrl !== undefined && whyUnsafe(paymentUrl) === undefined
			? [link(paymentUrl, backToPayment)]
			: []),
	];
	const title = business === undefined ? heading : `${heading} · ${business}`;
	const body = [
		`<main class="${name}">`,
		...(business === undefined ? [] : [`<header>${escaped(business)}</header>`]),
		mark(name),
		`<h1>${escaped(heading)}</h1>`,
		`<p>${escaped(text)}</p>`,
		table([
			[amount, facts?.amount],
			[reference, facts?.reference],
		]),
		...links,
		'</main>',
	];
	return htmlPage({ language: code, title, styles: [style], body: body.join('\n') });
}

/** Decoration: the heading says the same. */
function mark(name: PageName): string {
	const path = marks[name];
	if (path === undefined) return '';
	return `<svg viewBox="0 0 48 48" aria-hidden="true"><circle cx="24" cy="24" r="21"/><path d="${path}"/></svg>`;
}

function table(rows: Array<[label: string, value: string | undefined]>): string {
	const known = rows.flatMap(([label, value]) =>
		value === undefined ? [] : [`<div><dt>${escaped(label)}</dt><dd>${escaped(value)}</dd></div>`],
	);
	return known.length > 0 ? `<dl>${known.join('')}</dl>` : '';
}

function link(address: string, text: string): string {
	return `<a href="${escaped(address)}">${escaped(text)}</a>`;
}
