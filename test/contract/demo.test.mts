import { openSite, type Site } from '../../scripts/start/site.mts';
import type { Mail } from '../host/mail-server.mts';

describe('the mailbox', () => {
	let site: Site;
	afterEach(async () => await site.stop());

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
	const read = async (path = '') => await (await fetch(`${site.url}/mails${path}`)).text();

	it('stays as it is while it is read, and has the clock of the pages that the mails lead to', async () => {
		site = await openSite([mail({})], 0);
		const list = await read();
		expect(list).toContain('<a href="/mails">Look for new emails</a>');
		expect(list).not.toContain('http-equiv="refresh"');
		expect(list).toMatch(/to payments@example\.com, 12:00/);
	});

	it('runs no script of a mail', async () => {
		site = await openSite([mail({ html: '"><script>alert(1)</script>' })], 0);
		const shown = await read('/1');
		expect(shown).toMatch(/<iframe title="The email" sandbox="[^"]*" srcdoc="[^"]*script[^"]*">/);
		expect(shown).not.toMatch(/<script>|allow-scripts/);
	});

	it('offers the files of an email as downloads, never as a page', async () => {
		const content = Buffer.from('<script>alert(1)</script>');
		const attachments = [{ filename: `R "2026"'\n.html`, content }, { content }];
		site = await openSite([mail({ attachments })], 0);
		const shown = await read('/1');
		expect(shown).toContain('<a href="/mails/1/1" download>R &#34;2026&#34;&#39;\n.html</a>');
		expect(shown).toContain('<a href="/mails/1/2" download>A file</a>');
		const answer = await fetch(`${site.url}/mails/1/1`);
		expect(Buffer.from(await answer.arrayBuffer())).toEqual(content);
		expect(answer.headers.get('content-type')).toBe('application/octet-stream');
		expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
		const name = "attachment; filename*=UTF-8''R%20%222026%22%27%0A.html";
		expect(answer.headers.get('content-disposition')).toBe(name);
		for (const path of ['/1/3', '/1/0', '/2/1', '/1/x']) {
			expect([path, (await fetch(`${site.url}/mails${path}`)).status]).toEqual([path, 404]);
		}
	});
});
