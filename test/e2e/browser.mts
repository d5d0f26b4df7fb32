import { existsSync } from 'node:fs';
import { chromium, selectors, type Browser, type Page } from 'playwright-core';
import type { Environment } from './environment.mts';

/** Where systems keep the browser; the first that is there is used. */
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** As n8n's editor marks what tests look for. */
selectors.setTestIdAttribute('data-test-id');

/** Starts a real browser without a window. */
export async function openBrowser(): Promise<Browser> {
	const executablePath = PLACES.find((place) => existsSync(place));
	if (!executablePath) {
		throw new Error('These tests need Chromium. On Debian: apt-get install chromium');
	}
	// In a container the browser's own sandbox cannot be set up; it visits loopback addresses only.
	return await chromium.launch({ executablePath, args: ['--no-sandbox'] });
}

/** Logs in to n8n's editor as a person does. */
export async function logIn(browser: Browser, { n8nUrl, owner }: Environment): Promise<Page> {
	const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
	const page = await context.newPage();
	page.setDefaultTimeout(30_000);
	await page.goto(`${n8nUrl}/signin`);
	await page.locator('input[type="email"], input[name="emailOrLdapLoginId"]').fill(owner.email);
	await page.locator('input[type="password"]').fill(owner.password);
	await page.keyboard.press('Enter');
	await page.waitForURL((url) => !url.pathname.startsWith('/signin'));
	return page;
}
