import { escaped, htmlPage, palette } from '../../../nodes/Stitch/actions/html';

/** Contrast by WCAG 2.2, from 1 to 21. */
function contrast(one: string, other: string): number {
	const [dark = 0, light = 0] = [one, other].map(luminance).sort((a, b) => a - b);
	return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
	const [red = 0, green = 0, blue = 0] = [1, 3, 5]
		.map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
		.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

it.each(Object.entries(palette))('keeps every text of a page readable: %s', (_, colours) => {
	const { page, sheet, head, ink, soft, good, warn, bad } = colours;
	const pairs = [page, sheet, head].flatMap((ground) =>
		[ink, soft, good, warn, bad].map((text) => ({ ground, text })),
	);
	expect(pairs.filter(({ ground, text }) => contrast(ground, text) < 4.5)).toEqual([]);
});

describe('a text from outside', () => {
	it('means nothing to a browser or to n8n', () => {
		expect(escaped(`<a href='"{{ $env.X }}"'>&\`\u0000`)).not.toMatch(/[<>"'`{}$\u0000]|&(?!#)/);
	});

	it.each(['\u202e', '\u202b', '\u2067', '\u200f', '\u061c'])(
		'loses a sign that turns the direction of what follows: %j',
		(sign) => expect(escaped(`order${sign}1-99`)).toBe('order1-99'),
	);

	it('is empty where there is none', () => {
		expect(escaped(undefined)).toBe('');
	});
});

it('has its title as text, and each of its styles in an element of its own', () => {
	const html = htmlPage({ language: 'en', title: 'A & B', styles: ['a{}', 'b{}'], body: '<p>' });
	expect(html).toContain('<title>A &#38; B</title>\n<style>a{}</style>\n<style>b{}</style>');
});
