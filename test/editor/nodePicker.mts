import type { Locator, Page } from 'playwright-core';
import { until } from '../e2e/support/until.mts';
import { SOON } from './soon.mts';

/** One try; the next one follows. */
const BRIEFLY = { timeout: 2_000 };

const ignore = () => undefined;

/** The list of nodes beside the canvas of n8n's editor (2.40), and what opens it. */
export class NodePicker {
	readonly #page: Page;
	readonly #url: string;

	constructor(page: Page, url: string) {
		this.#page = page;
		this.#url = url;
	}

	/** Opens an empty workflow and chooses what starts it, which is found by these words. */
	async newWorkflow(words: string, trigger: RegExp): Promise<void> {
		await this.searchTriggers(words, trigger);
		await this.choose(trigger, this.#plus);
	}

	/** Opens an empty workflow and looks for what can start it by these words. */
	async searchTriggers(words: string, trigger: string | RegExp): Promise<void> {
		await this.#page.goto(`${this.#url}/workflow/new`);
		await this.#searchIn(this.#page.getByTestId('canvas-plus-button'), words, trigger);
	}

	/** Opens the list of what can follow the last node, and finds a node by these words. */
	async searchSteps(words: string, name: RegExp): Promise<void> {
		await this.#searchIn(this.#plus, words, name);
	}

	/** Clicks an entry until it has taken effect: a click on a list that still moves meets another. */
	async choose(name: string | RegExp, effect: Locator): Promise<void> {
		await until(async () => {
			if (await effect.isVisible()) return true;
			await this.found(name).first().click(BRIEFLY).catch(ignore);
			return undefined;
		}, SOON);
	}

	/** n8n closes the list again when it opens before all of the page has loaded. */
	async #searchIn(opener: Locator, words: string, name: string | RegExp): Promise<void> {
		await until(async () => {
			if (!(await this.#searchBar.isVisible())) await opener.click(BRIEFLY).catch(ignore);
			await this.#searchBar.fill(words, BRIEFLY).catch(ignore);
			return await this.found(name).first().isVisible();
		}, SOON);
	}

	get #searchBar(): Locator {
		return this.#page.getByTestId('node-creator-search-bar');
	}

	/** Beside the last node, to put another behind it. */
	get #plus(): Locator {
		return this.#page.getByTestId('canvas-handle-plus').last();
	}

	/** An entry of the picker: a node, or something that it does. */
	found(name: string | RegExp): Locator {
		return this.#page.getByTestId('node-creator-item-name').filter({ hasText: name });
	}
}
