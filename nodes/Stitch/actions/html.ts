export interface Colours {
	/** Behind the sheet that holds the text. */
	page: string;
	sheet: string;
	ink: string;
	/** Of less important text. */
	soft: string;
	line: string;
	/** Behind the headings of a table. */
	head: string;
	good: string;
	warn: string;
	bad: string;
}

/** Each text has a contrast of at least 4.5:1 to every background that it can have (WCAG 2.2 AA). */
export const palette: Record<'light' | 'dark' | 'print', Colours> = {
	light: {
		page: '#f3f4f6',
		sheet: '#ffffff',
		ink: '#24292f',
		soft: '#57606a',
		line: '#d0d7de',
		head: '#f6f8fa',
		good: '#1a7f37',
		warn: '#8a5a00',
		bad: '#b42318',
	},
	dark: {
		page: '#14161a',
		sheet: '#1c1f26',
		ink: '#e6e9ee',
		soft: '#a8b0bb',
		line: '#3d434d',
		head: '#262b34',
		good: '#56d364',
		warn: '#f0b429',
		bad: '#ff938a',
	},
	print: {
		page: '#ffffff',
		sheet: '#ffffff',
		ink: '#000000',
		soft: '#333333',
		line: '#999999',
		head: '#ffffff',
		good: '#0b5d1e',
		warn: '#6b4500',
		bad: '#8c1a10',
	},
};

interface HtmlPage {
	/** BCP 47, for screen readers. */
	language: string;
	/** As text. */
	title: string;
	/** Each in a separate element: a mail program drops the whole of one that it does not understand. */
	styles: readonly string[];
	/** As HTML; all text from outside is escaped. */
	body: string;
}

/** A whole page of HTML, without scripts and without anything that is loaded from another address. */
export function htmlPage({ language, title, styles, body }: HtmlPage): string {
	return `<!DOCTYPE html>
<html lang="${escaped(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
${styles.map((style) => `<style>${style}</style>`).join('\n')}
</head>
<body>
${body}
</body>
</html>
`;
}

/** Signs that turn the direction of the text after them, so that it reads as something else. */
const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A text from outside as HTML: none of its characters means anything to a browser or to n8n. */
export function escaped(text: unknown): string {
	return String(text ?? '')
		.replace(turning, '')
		.replace(/[&<>"'`{}$\p{Cc}]/gu, (sign) => `&#${sign.codePointAt(0)};`);
}
