import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { openSite, type Site } from '../../scripts/start/site.mts';
import { startPage } from '../../scripts/start/start-page.mts';
import type { Mail } from '../host/mailServer.mts';
import { demo, N8N } from '../setup/demo.mts';
import { examplesFolder } from '../setup/examples.mts';

const linksIn = (html: string) =>
	[...html.matchAll(/href="([^"]+)"/g)].map(([, link = '']) => link);

describe('the start page', () => {
	it('leads nowhere but to itself, its site and n8n, and loads nothing', () => {
		const page = startPage(demo());
		const places = new Set(linksIn(page).map((link) => /^(#|\/|http:\/\/[^/]+)/.exec(link)?.[0]));
		expect([...places].toSorted()).toEqual(['#', '/', N8N]);
		const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => `#${id}`));
		const within = linksIn(page).filter((link) => link.startsWith('#'));
		expect(within.filter((link) => !ids.has(link))).toEqual([]);
		expect(page).not.toMatch(/<script|<img|<link|<form| src=| on\w+=|url\(|@import/);
	});

	it('shows texts of the examples as text, never as HTML', () => {
		const owner = { ...demo().owner, password: '<b>&"' };
		const examples = [{ file: 'pay-a-file.json', title: '<i>', sentence: 'A <script> & [x](y).' }];
		const odd = startPage(demo('published', { owner }), [{ name: 'Pay & <u>', examples }]);
		expect(odd).toContain('<code>&#60;b&#62;&#38;&#34;</code>');
		expect(odd).toContain('<h2>Pay &#38; &#60;u&#62;</h2>');
		expect(odd).toContain('<h3>&#60;i&#62;</h3><p>A &#60;script&#62; &#38; x.</p>');
	});
});

const mail = (more: Partial<Mail>): Mail => ({
	to: 'payments@example.com',
	subject: 'Please pay',
	text: 'Here: https://pay.test/1?a=1&b=2',
	html: '',
	links: [],
	attachments: [],
	receivedAt: new Date('2026-11-22T10:00:00Z'),
	...more,
});

describe('the site of the demo', () => {
	let site: Site;
	afterEach(async () => await site.stop());

	const open = async (...mails: Mail[]) => (site = await openSite(mails, 0));

	/** The status that a page has for a program that asks for it by any name of the site. */
	async function statusFor(host: string): Promise<number | undefined> {
		return await new Promise((resolve, reject) => {
			request(site.url, { headers: { host }, setHost: false }, (answer) => {
				answer.resume();
				resolve(answer.statusCode);
			})
				.on('error', reject)
				.end();
		});
	}

	it('answers only under a name of this machine', async () => {
		const { port } = new URL((await open()).url);
		for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`, 'LOCALHOST']) {
			expect([host, await statusFor(host)]).toEqual([host, 200]);
		}
		for (const host of ['example.com', `127.0.0.1.example.com:${port}`, 'not-localhost', '']) {
			expect([host, await statusFor(host)]).toEqual([host, 421]);
		}
	});

	it('has every page and file that the start page links to', async () => {
		const { url } = await open();
		const own = new Set(linksIn(startPage(demo())).filter((link) => link.startsWith('/')));
		expect([...own]).toEqual(expect.arrayContaining(['/mails', '/samples/payouts.csv']));
		for (const link of own) expect([link, (await fetch(url + link)).status]).toEqual([link, 200]);
	});

	it('offers the sample files, and no other file of the project', async () => {
		const { url } = await open();
		const answer = await fetch(`${url}/samples/salaries.csv`);
		expect(await answer.text()).toBe(readFileSync(join(examplesFolder, 'salaries.csv'), 'utf8'));
		for (const name of ['README.md', '..%2Fpackage.json', 'pay-a-file.json', 'none.csv']) {
			expect([name, (await fetch(`${url}/samples/${name}`)).status]).toEqual([name, 404]);
		}
	});

	it('runs no script of an email', async () => {
		const { url } = await open(mail({ html: '"><script>alert(1)</script>' }));
		const shown = await (await fetch(`${url}/mails/1`)).text();
		expect(shown).toMatch(/<iframe title="The email" sandbox="[^"]*" srcdoc="[^"]*script[^"]*">/);
		expect(shown).not.toMatch(/<script>|allow-scripts/);
	});

	it('offers the files of an email as downloads, never as a page', async () => {
		const content = Buffer.from('<script>alert(1)</script>');
		const attachments = [{ filename: `R "2026"'\n.html`, content }, { content }];
		const { url } = await open(mail({ attachments }));
		const shown = await (await fetch(`${url}/mails/1`)).text();
		expect(shown).toContain('<a href="/mails/1/1" download>R &#34;2026&#34;&#39;\n.html</a>');
		expect(shown).toContain('<a href="/mails/1/2" download>A file</a>');
		const { headers } = await fetch(`${url}/mails/1/1`);
		expect(headers.get('content-type')).toBe('application/octet-stream');
		expect(headers.get('x-content-type-options')).toBe('nosniff');
		const name = "attachment; filename*=UTF-8''R%20%222026%22%27%0A.html";
		expect(headers.get('content-disposition')).toBe(name);
	});
});
