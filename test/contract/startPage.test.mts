import { readFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { provideTables } from '../../scripts/start/demo-tables.mts';
import { openSite, type Site } from '../../scripts/start/site.mts';
import { startPage } from '../../scripts/start/start-page.mts';
import { tries } from '../../scripts/start/tries.mts';
import { onlySchedule, waysIn } from '../../scripts/start/ways-in.mts';
import type { N8nApi, WorkflowNode } from '../host/api.mts';
import { demo, N8N } from '../setup/demo.mts';
import { exampleFiles, examplesFolder, readExample } from '../setup/examples.mts';

const FORM = 'n8n-nodes-base.formTrigger';
const WEBHOOK = 'n8n-nodes-base.webhook';

const files = exampleFiles();

/** The part of the page about one example. */
function cardOf(page: string, file: string): string {
	const cards = page.split('<article ').slice(1);
	const found = cards.filter((card) => card.startsWith(`id="${file.replace('.json', '')}"`));
	expect([file, found.length]).toEqual([file, 1]);
	return found[0]?.split('</article>')[0] ?? '';
}

const linksIn = (html: string) =>
	[...html.matchAll(/href="([^"]+)"/g)].map(([, link = '']) => link);

describe('the start page', () => {
	const page = startPage(demo());

	it.each(files)('shows %s once, in a sentence, with a link to the editor', (file) => {
		const card = cardOf(page, file);
		expect(card).toMatch(/<h3>[^<]+<\/h3><p>[A-Z][^]+?\.<\/p>/);
		expect(card).not.toMatch(/undefined|\]\(|`|\*\*/);
		expect(linksIn(card)).toContain(`${N8N}/workflow/of-${file}`);
	});

	it.each(files)('runs %s where it has a form or a page, and else says how it starts', (file) => {
		const { nodes, settings } = readExample(file);
		const forms = nodes
			.filter(({ type, disabled }) => type === FORM && !disabled)
			.map(({ parameters }) => `${N8N}/form/${(parameters.options as { path: string }).path}`);
		const pages = nodes
			.filter(({ type, disabled }) => type === WEBHOOK && !disabled)
			.map(({ parameters }) => `${N8N}/webhook/${String(parameters.path)}`);
		const card = cardOf(page, file);
		const running = linksIn(card).filter((link) => /\/(form|webhook)\//.test(link));
		expect(running).toEqual([...forms, ...pages]);
		if (running.length > 0) return;
		expect(card).toContain('runs by itself');
		const keepsRuns = settings?.saveDataSuccessExecution !== 'none';
		expect(linksIn(card).includes(`${N8N}/workflow/of-${file}/executions`)).toBe(keepsRuns);
	});

	it('leads nowhere but to itself, its site and n8n, and loads nothing', () => {
		const places = new Set(linksIn(page).map((link) => /^(#|\/|http:\/\/[^/]+)/.exec(link)?.[0]));
		expect([...places].toSorted()).toEqual(['#', '/', N8N]);
		const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => `#${id}`));
		const within = linksIn(page).filter((link) => link.startsWith('#'));
		expect(within.filter((link) => !ids.has(link))).toEqual([]);
		expect(page).not.toMatch(/<script|<img|<link|<form| src=| on\w+=|url\(|@import/);
	});

	it('links to nothing that n8n has not published', () => {
		for (const standing of ['refused', 'needs a chat model'] as const) {
			const links = linksIn(startPage(demo(standing)));
			expect(links.filter((link) => /\/(form|webhook)\//.test(link))).toEqual([]);
			expect(links).toContain(`${N8N}/workflow/of-pay-a-file.json`);
		}
		expect(startPage(demo('refused'))).toContain('n8n did not publish it');
		expect(startPage(demo('needs a chat model'))).toContain('It needs a key of a chat model');
	});

	it('says what to try of examples that there are', () => {
		expect(Object.keys(tries).filter((file) => !files.includes(file))).toEqual([]);
	});

	it('escapes texts in HTML', () => {
		const owner = { ...demo().owner, password: '<b>&"' };
		const examples = [{ file: 'pay-a-file.json', title: '<i>', sentence: 'A <script> & [x](y).' }];
		const odd = startPage(demo('published', { owner }), [{ name: 'Pay & <u>', examples }]);
		expect(odd).toContain('<code>&#60;b&#62;&#38;&#34;</code>');
		expect(odd).toContain('<h2>Pay &#38; &#60;u&#62;</h2>');
		expect(odd).toContain('<h3>&#60;i&#62;</h3><p>A &#60;script&#62; &#38; x.</p>');
	});
});

describe('the ways into a workflow', () => {
	const node = (type: string, parameters: object, more: Partial<WorkflowNode> = {}) =>
		({ name: type, type, typeVersion: 1, position: [0, 0], parameters, ...more }) as WorkflowNode;
	const ways = (...nodes: WorkflowNode[]) => waysIn({ name: '', nodes, connections: {} });

	it('are forms and pages that a browser can open, first, and what starts by itself', () => {
		const schedule = node('n8n-nodes-base.scheduleTrigger', {});
		const form = node(FORM, { authentication: 'n8nUserAuth', options: { path: 'a' } });
		const page = node(WEBHOOK, { path: 'b', authentication: 'basicAuth' });
		const event = node('n8n-nodes-stitch-payments.stitchPollingTrigger', {});
		expect(ways(schedule, event, form, page)).toEqual([
			{ kind: 'form', address: '/form/a', asksFor: 'account' },
			{ kind: 'page', address: '/webhook/b', asksFor: 'password' },
			{ kind: 'schedule', trigger: 'n8n-nodes-base.scheduleTrigger' },
			{ kind: 'event' },
		]);
	});

	it('are found where n8n finds them, and nowhere else', () => {
		const unnamed = node(FORM, {}, { webhookId: 'made-up' });
		expect(ways(unnamed)).toEqual([{ kind: 'form', address: '/form/made-up', asksFor: 'nothing' }]);
		expect(ways(node(FORM, { options: { path: 'a' } }, { disabled: true }))).toEqual([]);
		expect(ways(node(WEBHOOK, { path: 'b', httpMethod: 'POST' }))).toEqual([]);
	});

	it('are set times alone only where there is nothing else', () => {
		const schedule = node('n8n-nodes-base.scheduleTrigger', {}, { name: 'Every Hour' });
		const event = node('n8n-nodes-stitch-payments.stitchTrigger', {});
		const only = (...nodes: WorkflowNode[]) => onlySchedule({ name: '', nodes, connections: {} });
		expect(only(schedule)).toBe('Every Hour');
		expect(only(schedule, event)).toBeUndefined();
		expect(only(event)).toBeUndefined();
		expect(only(node('n8n-nodes-base.manualTrigger', {}))).toBeUndefined();
	});
});

describe('the data tables of the examples', () => {
	const tables = new Map(
		files
			.flatMap((file) => readExample(file).nodes)
			.filter(({ parameters }) => parameters.tableName !== undefined)
			.map(({ parameters }) => [
				String(parameters.tableName),
				(parameters.columns as { column: Array<{ name: string }> }).column.map(({ name }) => name),
			]),
	);

	it('are created again, with rows that fit them', async () => {
		const made: string[] = [];
		const removed: string[] = [];
		const filled = new Map<string, string[]>();
		const request = async (method: string, path: string, body?: unknown): Promise<unknown> => {
			const [, id = ''] = /data-tables\/([^/]+)/.exec(path) ?? [];
			if (method === 'DELETE') removed.push(id);
			if (path.includes('?filter=')) {
				const { name } = JSON.parse(decodeURIComponent(path.split('=')[1] ?? '')) as {
					name: string;
				};
				return {
					data: [
						{ id: 'of-somebody', name: `${name}-2` },
						{ id: name, name },
					],
				};
			}
			if (path.endsWith('/insert')) {
				const { data } = body as { data: object[] };
				filled.set(id, [...new Set(data.flatMap((row) => Object.keys(row)))]);
			} else if (method === 'POST') made.push((body as { name: string }).name);
			return { id: (body as { name?: string } | undefined)?.name ?? 'project' };
		};
		const api = { request: request as N8nApi['request'] };
		await provideTables(api, files.map(readExample));
		expect(made.toSorted()).toEqual([...tables.keys()].toSorted());
		expect(removed).toEqual(made);
		expect(filled.size).toBeGreaterThanOrEqual(3);
		for (const [name, columns] of filled) {
			expect(tables.get(name)).toEqual(expect.arrayContaining(columns));
		}
	});
});

describe('the site', () => {
	let site: Site;
	beforeEach(async () => {
		site = await openSite([], 0);
	});
	afterEach(async () => await site.stop());

	/** Asks for a page as any program can, by any name. */
	async function ask(path: string, method = 'GET', host?: string): Promise<IncomingMessage> {
		return await new Promise((resolve, reject) => {
			const headers = host === undefined ? {} : { host };
			request(site.url + path, { method, headers, setHost: host === undefined }, (answer) => {
				answer.resume();
				resolve(answer);
			})
				.on('error', reject)
				.end();
		});
	}

	it('answers only under a name of this machine', async () => {
		const { port } = new URL(site.url);
		site.show(demo());
		const status = async (host: string) => (await ask('/', 'GET', host)).statusCode;
		for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`, 'LOCALHOST']) {
			expect([host, await status(host)]).toEqual([host, 200]);
		}
		const foreign = [
			'example.com',
			`127.0.0.1.example.com:${port}`,
			'not-localhost',
			'127.0.0.10',
			'',
		];
		for (const host of foreign) expect([host, await status(host)]).toEqual([host, 421]);
		expect((await ask('/nowhere', 'GET', 'example.com')).statusCode).toBe(421);
	});

	it('can be read, sets no cookie, and lets nothing in from elsewhere', async () => {
		for (const [path, status] of [
			['/', 200],
			['/mails', 200],
			['/nowhere', 404],
		] as const) {
			for (const method of ['GET', 'HEAD']) {
				const { statusCode, headers } = await ask(path, method);
				expect([path, statusCode]).toEqual([path, status]);
				expect(headers['set-cookie']).toBeUndefined();
				expect(headers['content-security-policy']).toMatch(
					/^default-src 'none';.* frame-ancestors 'none'$/,
				);
				expect(headers['content-type']).toBe('text/html; charset=utf-8');
			}
		}
	});

	it('has every page and file that the start page links to', async () => {
		const own = new Set(linksIn(startPage(demo())).filter((link) => link.startsWith('/')));
		expect([...own]).toEqual(expect.arrayContaining(['/mails', '/samples/payouts.csv']));
		for (const link of own) expect([link, (await ask(link)).statusCode]).toEqual([link, 200]);
	});

	it('gives the sample files, and no other', async () => {
		const answer = await fetch(`${site.url}/samples/salaries.csv`);
		expect(answer.headers.get('content-disposition')).toContain('attachment;');
		expect(await answer.text()).toBe(readFileSync(join(examplesFolder, 'salaries.csv'), 'utf8'));
		for (const name of ['README.md', '..%2Fpackage.json', 'pay-a-file.json', 'none.csv']) {
			expect([name, (await ask(`/samples/${name}`)).statusCode]).toEqual([name, 404]);
		}
	});
});
