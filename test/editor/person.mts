import { stripVTControlCharacters } from 'node:util';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../e2e/support/browser.mts';
import { openEnvironment, type Environment } from '../e2e/support/environment.mts';
import { Editor } from './editor.mts';

/**
 * A person at n8n's editor, in one window for all tests of a file: it takes long to load. Nothing may go
 * wrong inside the page.
 */
export function personAtEditor() {
	let environment: Environment;
	let browser: Browser;
	let editor: Editor;

	beforeAll(async () => {
		environment = await openEnvironment();
		browser = await openBrowser();
		editor = await Editor.open(browser, environment);
	});

	afterAll(async () => {
		await browser?.close();
		expect(editor.complaints).toEqual([]);
	});

	/** As `it`; a step that fails keeps what was on the screen and says where. */
	function step(sentence: string, walk: () => Promise<void>): void {
		it(sentence, async () => {
			try {
				await walk();
			} catch (cause) {
				const [first = '', ...rest] = stripVTControlCharacters(String(cause)).split('\n');
				const waited = rest.filter((line) => line !== 'Call log:').slice(0, 1);
				const screen = await onTheScreen(editor, `failed ${sentence}`).catch(String);
				throw new Error([first, ...waited, screen].join('\n'), { cause });
			}
		});
	}

	return {
		get environment() {
			return environment;
		},
		get editor() {
			return editor;
		},
		step,
	};
}

/** What a person reads on the screen, and where a picture of it is kept. */
async function onTheScreen(editor: Editor, name: string): Promise<string> {
	const path = await editor.screenshot(name.replace(/\W+/g, '-'));
	const text = await editor.page.locator('body').innerText();
	return `On the screen: ${text.replace(/\s+/g, ' ').slice(0, 800)}\nScreenshot: ${path}`;
}
