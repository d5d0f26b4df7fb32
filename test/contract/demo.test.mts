import { payoutTable, totals } from '../../scripts/start/payout-table.mts';
import type { PayoutResult, PayoutRow } from '../../scripts/start/payout-rows.mts';
import { openMailPage, type MailPage } from '../../scripts/start/mail-page.mts';
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

describe('the page with the mails', () => {
	let page: MailPage;
	afterEach(async () => await page.stop());

	const mail = (more: Partial<Mail>): Mail => ({
		to: 'payments@example.com',
		subject: 'Please pay',
		text: 'Here: https://pay.test/1?a=1&b=2',
		html: '',
		links: [],
		receivedAt: new Date('2026-11-22T10:00:00Z'),
		...more,
	});
	const read = async (path: string) => await (await fetch(page.url + path)).text();

	it('lists them with the newest first, those too that arrive later', async () => {
		const mails: Mail[] = [];
		page = await openMailPage(mails, 0);
		expect(await read('/')).toContain('No mail yet');
		mails.push(mail({}), mail({ subject: 'Paid <order>' }));
		const list = await read('/');
		expect(list).toContain('<a href="/2">Paid &#60;order&#62;</a>');
		expect(list.indexOf('"/2"')).toBeLessThan(list.indexOf('"/1"'));
	});

	it('shows a mail, with its links to click', async () => {
		page = await openMailPage([mail({})], 0);
		expect(await read('/1')).toContain('<a href="https://pay.test/1?a=1&#38;b=2">');
		expect((await fetch(`${page.url}/2`)).status).toBe(404);
	});

	it('runs no script of a mail', async () => {
		page = await openMailPage([mail({ html: '"><script>alert(1)</script>' })], 0);
		const shown = await read('/1');
		expect(shown).toMatch(/<iframe sandbox="[^"]*" srcdoc="[^"]*script[^"]*">/);
		expect(shown).not.toMatch(/<script>|allow-scripts/);
	});
});
