import { randomUUID } from 'node:crypto';
import { DateTime } from 'luxon';
import type { Credential } from '../../host/api.mts';
import { openBrowser } from '../support/browser.mts';
import { exampleSuite } from './exampleSuite.mts';

const suite = exampleSuite();
const zone = 'Africa/Johannesburg';
const login = { user: 'clerk', password: 'Only-For-Tests-2' };
const PAGE = 'Open the Page';

describe('the example month-at-a-glance.json', () => {
	let credential: Credential;
	let url: string;

	beforeEach(async () => {
		const { api, n8nUrl } = suite.environment;
		credential = await api.createCredential({
			name: `Page ${randomUUID()}`,
			type: 'httpBasicAuth',
			data: login,
		});
		const settings = { shopName: 'Shop & <i>Co</i>', leastAmount: '5000' };
		await suite.start('month-at-a-glance.json', settings, (node) =>
			node.name === PAGE ? { ...node, credentials: { httpBasicAuth: credential } } : node,
		);
		url = `${n8nUrl}/webhook/month-at-a-glance`;
	});

	/** The page as the service gives it to somebody who knows the password. */
	async function read(query = ''): Promise<string> {
		const { user, password } = login;
		const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
		const answer = await fetch(url + query, { headers: { authorization } });
		expect([answer.status, answer.headers.get('content-type')]).toEqual([
			200,
			'text/html; charset=utf-8',
		]);
		return await answer.text();
	}

	it('draws the month on a phone, light or dark, from numbers that are right', async () => {
		const { client, environment, records } = suite;
		await client.change({ float: 4000 });
		await records.paidPaymentRequest('order-1', 120.5);
		await records.paidPaymentRequest('order-2', 60);
		await records.paymentRequest('<script>alert(1)</script>', 80);
		const { id: paid } = await records.disbursement('salary-1');
		await environment.control.setDisbursementStatus(paid, 'completed');
		const { id: failed } = await records.disbursement('salary-2', '160.00');
		await environment.control.setDisbursementStatus(failed, 'error', 'inactive_account');

		const browser = await openBrowser();
		try {
			const page = await browser.newPage({
				viewport: { width: 390, height: 844 },
				httpCredentials: { username: login.user, password: login.password },
			});
			await page.goto(url);
			const text = await page.locator('body').innerText();
			const title = DateTime.now().setZone(zone).setLocale('en').toFormat('LLLL yyyy');
			expect(text).toContain(`Shop & <i>Co</i>, ${title}`);
			expect(text).toMatch(/Payments in\s+R180.50\s+2 payments so far/);
			expect(text).toMatch(/Payouts\s+R150.00\s+1 payout/);
			expect(text).toMatch(/Paid, not confirmed\s+R180.50\s+2 payments/);
			expect(text).toMatch(/Open links\s+R80.00\s+1 link is not paid yet/);
			expect(text).toMatch(/Failed payouts\s+1\s/);
			expect(text).toMatch(/Float now\s+R\d+.\d\d\s+below R5000.00/);
			expect(text).toContain('The account is not active');
			expect(text).toContain('<script>alert(1)</script>');
			// n8n puts such pages into a sandbox; its styles and its drawing must show all the same.
			expect(await page.locator('svg rect.in').count()).toBe(1);
			expect(await page.locator('svg rect.out').count()).toBe(1);
			expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
			const back = async () =>
				await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
			const light = await back();
			await page.emulateMedia({ colorScheme: 'dark' });
			expect(await back()).not.toBe(light);
		} finally {
			await browser.close();
		}
	});

	it('has an empty month, and says what is missing where Stitch refuses something', async () => {
		await suite.client.addFaults({
			kind: 'graphql-error',
			code: 'FORBIDDEN',
			match: { operation: 'ClientBankAccounts' },
		});
		const html = await read('?month=2025-10');
		expect(html).toContain('October 2025');
		expect(html).toContain('Nothing came in or went out.');
		expect(html).toMatch(/The float is missing, because Stitch did not give it/);
		expect(html).toContain('<b>not known</b>');
		expect(html).not.toMatch(/so far|undefined|NaN|https?:/);
	});

	it('lets nobody in without the password', async () => {
		expect((await fetch(url)).status).toBe(401);
	});
});
