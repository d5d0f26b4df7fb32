import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { alertMessage, unreadableEvent, type Alert } from '../../nodes/Stitch/webhook/rejections';
import { packageJson } from '../host/project.mts';

const everyAlert: Record<Alert, true> = {
	...{ client: true, clock: true, credential: true, gone: true },
	...{ lost: true, noEvent: true, noSecret: true, replaced: true },
};

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

/** The addresses that n8n shows in the credentials and the nodes. */
const shownAddresses = globSync(['credentials/*.ts', 'nodes/*/*.node.json']).flatMap((file) =>
	[...readFileSync(file, 'utf8').matchAll(/https:\/\/[^\s'"]+stitch-payments[^\s'"]*/g)].map(
		([address]) => [file, address] as const,
	),
);

describe('the documentation', () => {
	it('has every kind of failure in its table, and no other', () => {
		const source = readFileSync('nodes/Stitch/run/nodeError.ts', 'utf8');
		const input = readFileSync('nodes/Stitch/schemas/invalidInput.ts', 'utf8');
		const union = (text: string, name: string) =>
			new RegExp(`type ${name} =([^;]+);`).exec(text)?.[1]?.match(/'\w+'/g) ?? [];
		const kinds = [...union(source, 'ItemFailureKind'), ...union(input, 'InputFailureKind')];
		const table = readFileSync('docs/reference.md', 'utf8').split('## Failed items')[1] ?? '';
		const documented = [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, kind]) => `'${kind}'`);
		expect(documented.sort()).toEqual(kinds.sort());
	});

	it('says of every failure what happened, whether money moved, and what to do', () => {
		const [, table = ''] = readFileSync('docs/reference.md', 'utf8').split('## Failed items');
		const rows = [...table.matchAll(/^\| `\w+` \|.*$/gm)].map(([row]) => row.split(/ \| | \|$/));
		const gaps = rows.filter(([, ...cells]) => cells.filter((cell) => cell.trim()).length !== 3);
		expect([rows.length > 10, gaps]).toEqual([true, []]);
	});

	it('says what to do about everything that an execution of a trigger fails with', () => {
		const [, table = ''] = readFileSync('docs/triggers.md', 'utf8').split('## Troubleshooting');
		const quoted = [...table.matchAll(/"([^"]+)"/g)].map(([, words = '']) => words);
		const isQuoted = (said: string) => quoted.some((words) => said.includes(words));
		const alerts = Object.keys(everyAlert).map((alert) => alertMessage(alert as Alert));
		const said = [...alerts, unreadableEvent].map(({ message }) => message);
		expect(said.filter((message) => !isQuoted(message))).toEqual([]);

		const source = globSync('nodes/Stitch/{webhook,polling}/*.ts').map((file) =>
			readFileSync(file, 'utf8'),
		);
		const unsaid = quoted.filter((words) => !source.some((text) => text.includes(words)));
		// Only n8n says this.
		expect(unsaid).toEqual(['exceeded its deadline']);
	});

	it('is linked from every credential and node, at the address of the package', () => {
		const { homepage } = packageJson();
		const [repository = ''] = homepage.split('#');
		const headings = anchorsOf('README.md');
		expect(new Set(shownAddresses.map(([file]) => file)).size).toBe(5);
		for (const [, address] of shownAddresses) {
			const [page, anchor = ''] = address.split('#');
			expect(page).toBe(repository);
			expect(headings).toContain(anchor);
		}
	});

	it.each(papers)('%s links to what there is', (file) => {
		const broken = linksOf(file).filter(
			({ target, anchor }) =>
				!existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor)),
		);
		expect(broken.map(({ link }) => link)).toEqual([]);
	});

	it('links from the README to each document', () => {
		const seen = new Set(['README.md']);
		for (const file of seen) {
			for (const { target } of linksOf(file)) if (target.endsWith('.md')) seen.add(target);
		}
		const folders = ['docs', 'examples', '.'];
		const own = papers.filter((file) => folders.includes(dirname(file)));
		expect(own.filter((file) => !seen.has(relative('.', file)))).toEqual([]);
	});

	it('names in the README each n8n and the Node.js that the suites run on', () => {
		const n8nOf = (folder: string) =>
			(
				JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as {
					dependencies: { n8n: string };
				}
			).dependencies.n8n;
		const oldest = n8nOf('test/host/oldest');
		const runner = readFileSync('scripts/with-node24.mjs', 'utf8');
		const [, node = ''] = /NODE_VERSION = '(\d+)\./.exec(runner) ?? [];
		const [, text = ''] = readFileSync('README.md', 'utf8').split('\n## Compatibility\n');
		const [compatibility = ''] = text.split('\n## ');
		expect(compatibility.match(/Node\.js \d+|\d+(?:\.\d+)+/g)).toEqual([
			oldest.replace(/\.\d+$/, ''),
			oldest,
			n8nOf('test/host'),
			`Node.js ${node}`,
		]);
	});
});
