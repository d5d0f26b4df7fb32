import type { Locator, Page } from 'playwright-core';
import { until } from '../e2e/support/until.mts';

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
		await this.#page.goto(`${this.#url}/workflow/new`);
		const timeout = 5_000;
		// n8n closes the list again when it opens before all of the page has loaded.
		await until(async () => {
			if (await this.#plus.isVisible()) return true;
			const open = this.#page.getByTestId('canvas-plus-button');
			if (!(await this.#searchBar.isVisible())) await open.click({ timeout }).catch(() => {});
			await this.#searchBar.fill(words, { timeout }).catch(() => {});
			await this.found(trigger)
				.click({ timeout })
				.catch(() => {});
			return undefined;
		});
	}

	/** Opens an empty workflow and looks for what can start it by these words. */
	async searchTriggers(words: string, trigger: string): Promise<void> {
		await this.#page.goto(`${this.#url}/workflow/new`);
		const timeout = 5_000;
		// n8n closes the list again when it opens before all of the page has loaded.
		await until(async () => {
			if (await this.found(trigger).isVisible()) return true;
			const open = this.#page.getByTestId('canvas-plus-button');
			if (!(await this.#searchBar.isVisible())) await open.click({ timeout }).catch(() => {});
			await this.#searchBar.fill(words, { timeout }).catch(() => {});
			return undefined;
		});
	}

	/** Opens the list of what can follow the last node. */
	async addStep(): Promise<void> {
		await this.#plus.click();
		await this.#searchBar.waitFor();
	}

	async search(words: string): Promise<void> {
		await this.#searchBar.fill(words);
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
