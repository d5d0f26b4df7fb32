import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, selectors, type Browser, type Page } from 'playwright-core';
import { PATIENCE } from '../../host/patience.mts';
import { resultsFolder } from '../../host/project.mts';
import type { Environment } from './environment.mts';

/** Where systems keep the browser; the first that is there is used. The one without windows takes least time. */
const PLACES = [
	'/usr/bin/chromium-headless-shell',
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
];

/** Where the screenshots of a run are kept. */
export const SCREENSHOTS = join(resultsFolder, 'screenshots');

/** What appears in the browser's console and has nothing to do with this package. */
const NOISE = [
	// n8n's node picker asks npm who has written a community node; this browser visits nobody.
	/ERR_NAME_NOT_RESOLVED .*https:\/\/registry\.npmjs\.org\//,
];

/** As n8n's editor marks what tests look for. */
selectors.setTestIdAttribute('data-test-id');

/** Starts a real browser without a window. It finds no host but this machine. */
export async function openBrowser(): Promise<Browser> {
	const executablePath = PLACES.find((place) => existsSync(place));
	if (!executablePath) {
		throw new Error(
			'These tests need Chromium. On Debian: apt-get install chromium-headless-shell',
		);
	}
	const onlyThisMachine = 'MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost';
	return await chromium.launch({
		executablePath,
		// In a container the browser's own sandbox cannot be set up; it visits loopback addresses only.
		args: ['--no-sandbox', `--host-resolver-rules=${onlyThisMachine}`],
	});
}

/**
 * Opens a window in which the owner is logged in, with no page yet: n8n's own page for it, and the one that
 * it leads to, take seconds to load.
 */
export async function logIn(browser: Browser, { n8nUrl, owner }: Environment): Promise<Page> {
	const viewport = { width: 1280, height: 900 };
	const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
	// Whether a page is still loading is seen by their number; by itself, the browser stops at 250.
	await context.addInitScript(() => performance.setResourceTimingBufferSize(10_000));
	const data = { emailOrLdapLoginId: owner.email, password: owner.password };
	const answer = await context.request.post(`${n8nUrl}/rest/login`, { data });
	if (!answer.ok()) throw new Error(`n8n does not let ${owner.email} in: ${await answer.text()}`);
	const page = await context.newPage();
	page.setDefaultTimeout(PATIENCE);
	return page;
}

/**
 * Does what a person does on a page.
 * @throws where it cannot be done, with what the page shows and where a screenshot of it is kept
 */
export async function onPage<T>(page: Page, action: () => Promise<T>): Promise<T> {
	try {
		return await action();
	} catch (cause) {
		const path = join(SCREENSHOTS, `failed-${Date.now()}.png`);
		const shown = await page.locator('body').innerText().catch(String);
		await page.screenshot({ path }).catch(() => undefined);
		throw new Error(
			`${String(cause)}\nOn the page ${page.url()}: ${shown.slice(0, 500)}\nScreenshot: ${path}`,
			{ cause },
		);
	}
}

/** @returns what goes wrong inside the page from now on: a list that grows */
export function complaintsOf(page: Page): string[] {
	const complaints: string[] = [];
	page.on('pageerror', (thrown) => complaints.push(`thrown: ${thrown.message}`));
	page.on('console', (message) => {
		const line = `${message.text()} ${message.location().url}`;
		const counts = message.type() === 'error' && !NOISE.some((noise) => noise.test(line));
		if (counts) complaints.push(line);
	});
	return complaints;
}
