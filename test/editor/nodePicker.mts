import type { Locator, Page } from 'playwright-core';
import { BRIEFLY, doUntil, visit } from './steps.mts';

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
		const opener = this.#page.getByTestId('canvas-plus-button');
		await visit(this.#page, `${this.#url}/workflow/new`, opener);
		await this.#searchIn(opener, words, trigger);
	}

	/** Opens the list of what can follow the last node, and finds a node by these words. */
	async searchSteps(words: string, name: RegExp): Promise<void> {
		await this.#searchIn(this.#plus, words, name);
	}

	/** Clicks an entry. */
	async choose(name: string | RegExp, effect: Locator): Promise<void> {
		await doUntil(
			`what "${String(name)}" in the node picker leads to`,
			async () => await effect.isVisible(),
			(isThere) => isThere,
			async () => await this.found(name).first().click(BRIEFLY),
		);
	}

	/** n8n closes the list again when it opens before all of the page has loaded. */
	async #searchIn(opener: Locator, words: string, name: string | RegExp): Promise<void> {
		await doUntil(
			`"${String(name)}" in the node picker, searched for "${words}"`,
			async () => ({
				words: await this.#words(),
				entries: await this.#entries.allInnerTexts(),
				found: await this.found(name).count(),
			}),
			(shown) => shown.words === words && shown.found > 0,
			async () => {
				if (!(await this.#searchBar.isVisible())) await opener.click(BRIEFLY);
				await this.#searchBar.fill(words, BRIEFLY);
			},
		);
	}

	/** @returns what the list is searched for */
	async #words(): Promise<string | undefined> {
		if (!(await this.#searchBar.isVisible())) return undefined;
		return await this.#searchBar.inputValue(BRIEFLY).catch(() => undefined);
	}

	get #searchBar(): Locator {
		return this.#page.getByTestId('node-creator-search-bar');
	}

	/** Beside the last node, to put another behind it. */
	get #plus(): Locator {
		return this.#page.getByTestId('canvas-handle-plus').last();
	}

	get #entries(): Locator {
		return this.#page.getByTestId('node-creator-item-name').filter({ visible: true });
	}

	/** An entry of the picker: a node, or something that it does. */
	found(name: string | RegExp): Locator {
		return this.#entries.filter({ hasText: name });
	}
}
