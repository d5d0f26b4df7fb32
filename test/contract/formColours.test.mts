import { exampleFiles, readExample, templateFiles } from '../setup/examples.mts';

type Palette = Record<string, string>;

/** The style of every form and page for a decision, by its example and node. */
const styles = [...exampleFiles(), ...templateFiles()].flatMap((file) =>
	readExample(file).nodes.flatMap(({ type, name, parameters }) => {
		const isForm = /\.form(Trigger)?$/.test(type) && parameters.respondWith !== 'showText';
		if (!isForm && parameters.operation !== 'sendAndWait') return [];
		const { customCss, responseFormCustomCss } = parameters.options as Palette;
		return [[`${file}: ${name}`, customCss ?? responseFormCustomCss ?? ''] as const];
	}),
);

/** What a style sets n8n's own colours to, for light and for dark. */
function palettesOf(style: string): [light: Palette, dark: Palette] {
	const [, dark = ''] = /prefers-color-scheme: dark\)\s*\{\s*:root\s*\{([^}]*)/.exec(style) ?? [];
	const read = (text: string) =>
		Object.fromEntries(
			[...text.matchAll(/--color-([\w-]+): (#[0-9a-f]{6})/g)].map(
				([, name, colour]) => [name, colour] as const,
			),
		);
	const light = {
		background: '#fbfcfe',
		'card-bg': '#ffffff',
		'input-bg': '#ffffff',
		header: '#525356',
		'header-subtext': '#7e8186',
		label: '#555555',
		'html-text': '#555555',
	};
	return [{ ...light, ...read(style.replace(dark, '')) }, read(dark)];
}

/** How far two colours are apart for an eye, as WCAG 2.2 counts it. */
function contrast(one = '', other = ''): number {
	const light = (colour: string) =>
		[1, 3, 5]
			.map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
			.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
			.reduce((sum, part, index) => sum + part * ([0.2126, 0.7152, 0.0722][index] ?? 0), 0);
	const [dark = 0, bright = 0] = [light(one), light(other)].toSorted((a, b) => a - b);
	return (bright + 0.05) / (dark + 0.05);
}

/** Texts need 4.5:1, edges and the frame of what is chosen 3:1. */
const NEEDED: Array<[name: string, on: string, ratio: number]> = [
	...[
		'header',
		'header-subtext',
		'label',
		'link',
		'html-text',
		'html-link',
		'error',
		'required',
	].map((name): [string, string, number] => [name, 'card-bg', 4.5]),
	['input-text', 'input-bg', 4.5],
	['submit-btn-text', 'submit-btn-bg', 4.5],
	['input-border', 'card-bg', 3],
	['focus-border', 'card-bg', 3],
];

it.each(styles)('the form %s can be read in light and in dark', (_, style) => {
	for (const palette of palettesOf(style)) {
		const faint = NEEDED.filter(
			([name, on, ratio]) => !(contrast(palette[name], palette[on]) >= ratio),
		);
		expect(faint).toEqual([]);
	}
});

it('the last page of Pay a file has the colours of its scheme, whatever n8n shows it on', () => {
	const { nodes } = readExample('pay-a-file.json');
	const page = nodes.find(({ name }) => name === 'End of the Form')?.parameters.responseText;
	expect(page).toMatch(/:root \{[^}]*background: Canvas; color: CanvasText/);
});
