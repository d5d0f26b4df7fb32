import type { Locator, Page } from 'playwright-core';
import { START_PATIENCE } from '../host/patience.mts';
import { until } from '../host/until.mts';

/** One try; the next one follows. */
export const BRIEFLY = { timeout: 2_000 };

/** Milliseconds after which a step that has shown no effect is done again. */
const EFFECT_WITHIN = 5_000;

/**
 * Opens a page of n8n's editor, which loads for as long as the machine takes.
 * @param sign what shows that it is there
 */
export async function visit(page: Page, url: string, sign: Locator): Promise<void> {
	await page.goto(url, { waitUntil: 'commit', timeout: START_PATIENCE });
	const loaded = async () => await page.evaluate(() => performance.getEntries().length);
	await until(
		`the page ${url} to load`,
		async () => ({ isThere: await sign.isVisible(), loaded: await loaded() }),
		({ isThere }) => isThere,
	);
}

/**
 * Does a step until it has taken effect: while n8n's page is loading, a click can meet an entry that moves,
 * or nothing. What is so already is left as it is.
 * @param what what the step leads to, as in "Waited in vain for …"
 * @param read reads what the page shows
 * @param isDone whether that is the effect; it has to stay
 */
export async function doUntil<T>(
	what: string,
	read: () => Promise<T>,
	isDone: (shown: T) => boolean,
	step: () => Promise<unknown>,
): Promise<T> {
	let isFirst = true;
	const { shown } = await until(
		what,
		async () => {
			let failed: string | undefined;
			if (!isFirst || !isDone(await read())) {
				failed = await step().then(
					() => undefined,
					(cause: unknown) => String(cause).split('\n')[0],
				);
			}
			isFirst = false;
			return { shown: await lasting(read, isDone), failed };
		},
		(seen) => isDone(seen.shown) && seen,
	);
	return shown;
}

/** @returns what is shown, twice in a row, as soon as it is what it should be, or what is shown in the end */
async function lasting<T>(read: () => Promise<T>, isDone: (shown: T) => boolean): Promise<T> {
	const deadline = Date.now() + EFFECT_WITHIN;
	for (let before: T | undefined; ;) {
		const shown = await read();
		const stays = isDone(shown) && JSON.stringify(shown) === JSON.stringify(before);
		if (stays || Date.now() > deadline) return shown;
		before = shown;
		await new Promise((resolve) => setTimeout(resolve, 50));
	}
}
