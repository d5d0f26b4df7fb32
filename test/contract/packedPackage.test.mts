import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { builtinModules, createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { packPackage } from '../host/packageInstall.mts';
import { projectFolder } from '../host/project.mts';

/** What n8n lets a verified community package import (and "crypto" of Node's own modules). */
const ALLOWED_IMPORTS = [
	'n8n-workflow',
	'zod/v4',
	'crypto',
	'luxon',
	'lodash',
	'moment',
	'p-limit',
];

interface ShippedPackageJson {
	n8n: { nodes: string[]; credentials: string[]; n8nNodesApiVersion: number; strict: boolean };
	dependencies?: object;
	overrides?: object;
	scripts: Record<string, string>;
	peerDependencies: object;
}

const folderOf = (name: string, from = projectFolder) =>
	dirname(createRequire(join(from, 'package.json')).resolve(`${name}/package.json`));

/** The oldest n8n that is supported is 2.35.7. */
const oldestCore = folderOf('n8n-core-oldest');
const oldest = folderOf('n8n-workflow', oldestCore);
/** That of n8n 2.34.6, the last before it. */
const tooOld = folderOf('n8n-workflow-too-old');

describe('the packed package', () => {
	let folder: string;
	let files: string[];
	let manifest: ShippedPackageJson;

	beforeAll(() => {
		folder = mkdtempSync(join(tmpdir(), 'packed-package-'));
		execFileSync('tar', ['-xzf', packPackage(), '-C', folder, '--strip-components=1']);
		files = filesIn(folder);
		manifest = JSON.parse(read('package.json')) as ShippedPackageJson;
	});

	afterAll(() => {
		if (folder) rmSync(folder, { recursive: true, force: true });
	});

	function read(file: string): string {
		return readFileSync(join(folder, file), 'utf8');
	}

	/** What its action node puts out in the engine of the oldest n8n. */
	function runIn(workflowFolder: string): unknown {
		const script = join(projectFolder, 'test', 'contract', 'inOtherN8n.mts');
		const options = { encoding: 'utf8' } as const;
		const folders = [folder, oldestCore, workflowFolder];
		return JSON.parse(execFileSync(process.execPath, [script, ...folders], options)) as unknown;
	}

	it('loads in the oldest n8n, which sends its failed items to the error output', () => {
		const details = expect.objectContaining({ kind: 'invalidField' }) as unknown;
		expect(runIn(oldest)).toEqual({
			loaded: [
				...['Stitch', 'StitchPollingTrigger', 'StitchTrigger'],
				...['StitchApi', 'StitchUserOAuth2Api'],
			],
			success: [],
			failed: [{ id: 'row-0', error: expect.any(String), details }],
		});
	});

	it('sends nothing in an older n8n, and fails with items that it can send there', () => {
		const error =
			'This package needs n8n 2.35 or newer: this n8n would send failed items to the wrong output. Nothing was sent. Update n8n.';
		expect(runIn(tooOld)).toMatchObject({ success: [], failed: [{ error }] });
	});

	it('holds compiled code, icons, previews and the papers, and nothing else', () => {
		const unexpected = files.filter(
			(file) =>
				!/^dist\/(nodes|credentials)\/.+\.(js|svg)$/.test(file) &&
				!/^dist\/nodes\/.+(\.node|__schema__\/.+)\.json$/.test(file) &&
				!/^dist\/icons\/[^/]+\.svg$/.test(file) &&
				!['package.json', 'README.md', 'LICENSE.md', 'CHANGELOG.md'].includes(file),
		);
		expect(unexpected).toEqual([]);
	});

	it.each(['README.md', 'LICENSE.md', 'CHANGELOG.md'])('holds %s', (paper) => {
		expect(files).toContain(paper);
	});

	it('holds every node and credential that package.json names, and names every one that it holds', () => {
		const { nodes, credentials } = manifest.n8n;
		const held = files.filter((file) => /\.(node|credentials)\.js$/.test(file));
		expect(held.toSorted()).toEqual([...nodes, ...credentials].toSorted());
	});

	it('holds each icon that a node or credential names', () => {
		const missing = files
			.filter((file) => /\.(node|credentials)\.js$/.test(file))
			.flatMap((file) =>
				[...read(file).matchAll(/file:([^'"]+\.svg)/g)].map(([, icon = '']) =>
					join(file, '..', icon).split(sep).join('/'),
				),
			)
			.filter((icon) => !files.includes(icon));
		expect(missing).toEqual([]);
	});

	it('holds the codex file of every node', () => {
		const codexFiles = manifest.n8n.nodes.map((node) => node.replace(/\.js$/, '.json'));
		expect(files).toEqual(expect.arrayContaining(codexFiles));
	});

	it('links to headings that its README has', () => {
		const headings = [...read('README.md').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
			heading
				.toLowerCase()
				.replace(/[^\w\s-]/g, '')
				.replaceAll(' ', '-'),
		);
		const linked = files
			.filter((file) => file.startsWith('dist/') && !file.endsWith('.svg'))
			.flatMap((file) => [...read(file).matchAll(/n8n-nodes-stitch-payments#([\w-]+)/g)])
			.map(([, anchor = '']) => anchor);
		expect(linked).toContain('credentials');
		expect(linked.filter((anchor) => !headings.includes(anchor))).toEqual([]);
	});

	it('imports only what n8n allows', () => {
		const imported = files
			.filter((file) => file.endsWith('.js'))
			.flatMap((file) => [...read(file).matchAll(/require\(["']([^"']+)["']\)/g)])
			.map(([, name = '']) => name)
			.filter((name) => !name.startsWith('.'));
		expect(imported.filter((name) => !ALLOWED_IMPORTS.includes(name))).toEqual([]);
		expect(builtinModules.filter((name) => imported.includes(name))).toEqual(['crypto']);
	});

	it('installs nothing and runs nothing when it is installed', () => {
		expect(manifest.dependencies).toBeUndefined();
		expect(manifest.overrides).toBeUndefined();
		expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
		const hooks = ['prepare', 'preinstall', 'install', 'postinstall', 'prepublish'];
		expect(hooks.filter((hook) => hook in manifest.scripts)).toEqual([]);
	});
});

function filesIn(folder: string): string[] {
	return readdirSync(folder, { withFileTypes: true, recursive: true })
		.filter((entry) => entry.isFile())
		.map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
}
