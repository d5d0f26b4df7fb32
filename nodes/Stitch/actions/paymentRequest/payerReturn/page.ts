import { createHash } from 'crypto';

import { whyUnsafe } from '../../../transport/addresses';
import type { Language, PageName, PageText } from './texts';

/** What is shown to a payer. */
export interface Page {
	name: PageName;
	language: Language;
	/** The user's own words, instead of those of the language. */
	own?: PageText & { code: string; backToPayment: string; checkAgain: string };
	/** Where the payer can continue to pay. */
	paymentUrl?: string;
}

const style =
	':root{color-scheme:light dark}' +
	'body{margin:0;min-height:100vh;display:grid;place-items:center;' +
	'font:1.1rem/1.5 system-ui,sans-serif;background:Canvas;color:CanvasText}' +
	'main{max-width:26rem;padding:2rem;text-align:center}' +
	'h1{font-size:1.5rem;line-height:1.25;margin:0 0 .75rem}' +
	'a{display:inline-block;margin:.5rem .25rem 0;padding:.6rem 1.2rem;border:2px solid;' +
	'border-radius:.5rem;color:inherit;text-decoration:none;font-weight:600}';

const styleHash = createHash('sha256').update(style).digest('base64');

/**
 * No script, no outside resource, no frame, and an origin of its own: whatever the page contains, it
 * cannot act on behalf of the n8n that serves it. Its address contains a signature, so the address
 * is neither cached nor sent on as a referrer.
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

/** Writes a page. It contains nothing from the request; all texts from outside are escaped. */
export function pageOf({ name, language, own, paymentUrl }: Page): string {
	const { heading, text } = own ?? language.pages[name];
	const { code, backToPayment, checkAgain } = own ?? language;
	const links = [
		// An empty address is this page's own.
		...(name === 'pending' || name === 'unknown' ? [link('', checkAgain)] : []),
		...(name === 'pending' && paymentUrl !== undefined && whyUnsafe(paymentUrl) === undefined
			? [link(paymentUrl, backToPayment)]
			: []),
	];
	return `<!DOCTYPE html>
<html lang="${escaped(code)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(heading)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escaped(heading)}</h1>
<p>${escaped(text)}</p>
${links.join('\n')}
</main>
</body>
</html>
`;
}

function link(address: string, text: string): string {
	return `<a href="${escaped(address)}">${escaped(text)}</a>`;
}

function escaped(text: string): string {
	return text.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}
