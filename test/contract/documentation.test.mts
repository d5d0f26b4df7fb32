import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const papers = globSync(['*.md', 'docs/*.md', 'examples/*.md', 'test/*/README.md']);

const withoutCode = (text: string) =>
	text.replace(/^ *```[^]*?^ *```$/gm, '').replace(/`[^`\n]*`/g, '');

/** The anchors of a paper's headings, as GitHub and npm make them. */
function anchorsOf(file: string): string[] {
	const text = readFileSync(file, 'utf8').replace(/^ *```[^]*?^ *```$/gm, '');
	return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
		heading
			.toLowerCase()
			.replace(/[^\p{L}\d\s_-]/gu, '')
			.replaceAll(' ', '-'),
	);
}

/** What a paper links to within the project: files, and headings within them. */
function linksOf(file: string): Array<{ link: string; target: string; anchor?: string }> {
	const links = [...withoutCode(readFileSync(file, 'utf8')).matchAll(/\]\(([^)\s]+)\)/g)];
	return links
		.map(([, link = '']) => link)
		.filter((link) => !/^[a-z]+:/.test(link))
		.map((link) => {
			const [path = '', anchor] = link.split('#');
			return { link, target: path === '' ? file : join(dirname(file), path), anchor };
		});
}

describe('the documentation', () => {
	it.each(papers)('%s links to what there is', (file) => {
		const broken = linksOf(file).filter(
			({ target, anchor }) =>
				!existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor)),
		);
		expect(broken.map(({ link }) => link)).toEqual([]);
	});

	it('leads from the README to each paper', () => {
		const seen = new Set(['README.md']);
		for (const file of seen) {
			for (const { target } of linksOf(file)) if (target.endsWith('.md')) seen.add(target);
		}
		const folders = ['docs', 'examples', '.'];
		const own = papers.filter((file) => folders.includes(dirname(file)));
		expect(own.filter((file) => !seen.has(relative('.', file)))).toEqual([]);
	});

	it('begins with a README that can be read in one go', () => {
		const words = readFileSync('README.md', 'utf8').split(/\s+/).filter(Boolean);
		expect(words.length).toBeLessThanOrEqual(1800);
	});
});
