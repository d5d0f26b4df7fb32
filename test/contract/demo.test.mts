import { payoutTable, totals } from '../../scripts/start/payout-table.mts';
import type { PayoutResult, PayoutRow } from '../../scripts/start/payout-rows.mts';
import { openSite, type Site } from '../../scripts/start/site.mts';
import type { Mail } from '../host/mail-server.mts';

const row = (reference: string, expectedStatus = 'completed', expectedDetail = ''): PayoutRow => ({
	reference,
	amount: '150.00',
	expectedStatus,
	expectedDetail,
});
const result = (status: string, detail = ''): PayoutResult => ({ id: '', status, detail });

describe('what npm start shows of a payout run', () => {
	const rows = ['one', 'two', 'three', 'four', 'five'].map((reference) => row(reference));

	it('is a row for each of the file, in its order, whichever was final first', () => {
		const results = new Map([
			[2, result('completed')],
			[0, result('error', 'inactive_account')],
		]);
		const table = payoutTable(rows, results);
		const places = rows.map(({ reference }) => table.indexOf(reference));
		expect(places).toEqual(places.toSorted((one, other) => one - other));
		expect(table).toMatch(/│ 2 +│ one /);
		expect(table).toMatch(/one .* error .* inactive_account .* no: completed/);
		expect(table).toMatch(/two .* no answer/);
		expect(table).toMatch(/three .* completed .* yes/);
	});

	it.each([
		[
			['completed', 'completed', 'error', 'refused', 'refused'],
			'3 sent: 2 completed, 1 declined; 2 refused, nothing sent',
		],
		[['completed', 'completed', 'completed', 'completed', 'completed'], '5 sent: 5 completed'],
		[
			['completed', 'submitted', 'reversed', 'cancelled', 'unclear'],
			'4 sent: 1 completed, 1 cancelled, 1 reversed, 1 still on their way; 1 without a clear answer',
		],
	])('ends with the totals: %j', (statuses, expected) => {
		const results = new Map(statuses.map((status, index) => [index, result(status)]));
		expect(totals(rows, results)).toBe(expected);
	});
});

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

	it('lists them with the newest first, those too that arrive later', async () => {
		const mails: Mail[] = [];
		site = await openSite(mails, 0);
		expect(await read()).toContain('No email yet');
		mails.push(mail({}), mail({ subject: 'Paid <order>' }));
		const list = await read();
		expect(list).toContain('<a href="/mails/2">Paid &#60;order&#62;</a>');
		expect(list.indexOf('"/mails/2"')).toBeLessThan(list.indexOf('"/mails/1"'));
	});

	it('shows a mail, with its links to click', async () => {
		site = await openSite([mail({})], 0);
		expect(await read('/1')).toContain('<a href="https://pay.test/1?a=1&#38;b=2">');
		expect((await fetch(`${site.url}/mails/2`)).status).toBe(404);
	});

	it('runs no script of a mail', async () => {
		site = await openSite([mail({ html: '"><script>alert(1)</script>' })], 0);
		const shown = await read('/1');
		expect(shown).toMatch(/<iframe title="The email" sandbox="[^"]*" srcdoc="[^"]*script[^"]*">/);
		expect(shown).not.toMatch(/<script>|allow-scripts/);
	});

	it('hands out the files of a mail to be saved, never as a page of its own', async () => {
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
