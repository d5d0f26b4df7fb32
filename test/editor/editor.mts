import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { complaintsOf, logIn, SCREENSHOTS } from '../e2e/support/browser.mts';
import type { Environment } from '../e2e/support/environment.mts';
import { until } from '../host/until.mts';
import { NodePicker } from './nodePicker.mts';
import { firstLines, itemsIn, valueOf } from './shown.mts';
import { BRIEFLY, doUntil, visit } from './steps.mts';

/** An empty place; a click there closes what is open. */
const BESIDE = { position: { x: 40, y: 20 } };

/** n8n's editor (2.40) as a person uses it: the pages, and what they show. */
export class Editor {
	readonly page: Page;
	readonly picker: NodePicker;
	/** What went wrong inside the page. */
	readonly complaints: string[];
	readonly #url: string;

	private constructor(page: Page, url: string) {
		this.page = page;
		this.picker = new NodePicker(page, url);
		this.#url = url;
		this.complaints = complaintsOf(page);
	}

	/** Opens a window of its own and logs in. */
	static async open(browser: Browser, environment: Environment): Promise<Editor> {
		return new Editor(await logIn(browser, environment), environment.n8nUrl);
	}

	/**
	 * Keeps what the window or a part of it shows, for a person to look at after the run.
	 * @returns where it is kept
	 */
	async screenshot(name: string, part: Locator | Page = this.page): Promise<string> {
		const path = join(SCREENSHOTS, `${name}.png`);
		// n8n's passing notes lie over what is to be seen.
		const style = '.el-notification { visibility: hidden !important; }';
		await part.screenshot({ path, style, animations: 'disabled' });
		return path;
	}

	// ── Credentials ──

	/** Starts a new credential: finds its type by typing these letters. */
	async newCredential(letters: string, type: string): Promise<void> {
		const opener = this.page.getByTestId('add-resource-credential');
		await this.#visitCredentials(opener);
		const search = this.page.getByTestId('new-credential-type-select').locator('input');
		const types = this.page.getByTestId('new-credential-type-select-option');
		await doUntil(
			`the credential type "${type}" to be chosen`,
			async () => await valueOf(search),
			(shown) => shown === type,
			async () => {
				if (!(await search.isVisible())) await opener.click(BRIEFLY);
				await search.fill(letters, BRIEFLY);
				await types.filter({ has: this.page.getByText(type, { exact: true }) }).click(BRIEFLY);
			},
		);
		await this.page.getByTestId('new-credential-type-button').click();
		await this.credential.waitFor();
	}

	/** Opens a saved credential from the list. */
	async openCredential(name: string): Promise<void> {
		const cards = this.page.getByTestId('resources-list-item');
		const card = cards.filter({ has: this.page.getByText(name, { exact: true }) });
		await this.#visitCredentials(card);
		await card.click();
		await this.credential.waitFor();
	}

	/** Opens the list of credentials, or goes back to it from one of them. */
	async #visitCredentials(sign: Locator): Promise<void> {
		const url = `${this.#url}/home/credentials`;
		if (!this.page.url().startsWith(url)) return await visit(this.page, url, sign);
		await this.page.keyboard.press('Escape');
		await this.credential.waitFor({ state: 'hidden' });
		await sign.waitFor();
	}

	get credential(): Locator {
		return this.page.getByTestId('editCredential-modal');
	}

	/** Names a credential in its title. */
	async nameCredential(name: string): Promise<void> {
		const title = this.credential.getByTestId('credential-name');
		await doUntil(
			`the credential to be called "${name}"`,
			async () => await title.innerText(),
			(shown) => shown.trim() === name,
			async () => {
				await title.click(BRIEFLY);
				await this.credential.getByTestId('inline-edit-input').fill(name, BRIEFLY);
				await this.page.keyboard.press('Enter');
			},
		);
	}

	/** Saves a credential, which tests it. */
	async saveCredential(): Promise<void> {
		await this.credential.getByTestId('credential-save-button').click();
	}

	/** Presses a saved credential's connect button, and agrees on the page that opens. */
	async connect(name: string): Promise<void> {
		await this.openCredential(name);
		const opened = this.page.waitForEvent('popup');
		await this.credential.getByTestId('quick-connect-button').click();
		const consent = await opened;
		const closed = consent.waitForEvent('close');
		await consent.click('#approve');
		await closed;
		await this.credential.getByTestId('oauth-connect-success-banner').waitFor();
	}

	/** @returns why the test of a credential went wrong, as n8n shows it behind "More details" */
	async whyNotConnected(): Promise<string> {
		await this.credential.getByText('More details').click();
		return await this.credential.getByTestId('node-credentials-config-container').innerText();
	}

	// ── Node panel ──

	async openNode(workflowId: string, nodeId: string): Promise<void> {
		await visit(this.page, `${this.#url}/workflow/${workflowId}/${nodeId}`, this.panel);
	}

	/** Closes the node that is open, and opens another one from the canvas. */
	async openOther(name: string): Promise<void> {
		await this.closeNode();
		await this.panel.waitFor({ state: 'hidden' });
		const node = this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
		await doUntil(
			`the node "${name}" to be open`,
			async () => await this.panel.isVisible(),
			(isOpen) => isOpen,
			async () => await node.dblclick(BRIEFLY),
		);
	}

	/** Chooses the credential of a node. */
	async chooseCredential(name: string): Promise<void> {
		await this.#choose(this.page.getByTestId('node-credentials-select').locator('input'), name);
	}

	async closeNode(): Promise<void> {
		await this.page.getByTestId('ndv-close-button').click();
	}

	get panel(): Locator {
		return this.page.getByTestId('node-parameters').filter({ visible: true });
	}

	/** A field of the panel or of the credential, by the name that n8n keeps its value under. */
	field(name: string): Locator {
		return this.page.getByTestId(`parameter-input-${name}`).filter({ visible: true });
	}

	async fill(field: string, value: string): Promise<void> {
		await this.field(field).locator('input').fill(value);
	}

	/** Chooses from a drop-down. */
	async choose(field: string, option: string): Promise<void> {
		await this.#choose(this.field(field).locator('input'), option);
	}

	/** Chooses from a drop-down that takes several, or takes back what was chosen. */
	async toggle(field: string, option: string): Promise<void> {
		const wasChosen = (await this.chosenIn(field)).includes(option);
		await doUntil(
			`"${option}" in the field ${field} to be ${wasChosen ? 'taken back' : 'chosen'}`,
			async () => await this.chosenIn(field),
			(chosen) => chosen.includes(option) !== wasChosen,
			async () => await this.#clickOption(this.field(field), option),
		);
		await this.page.keyboard.press('Escape');
		await this.#options.first().waitFor({ state: 'hidden' });
	}

	/** Turns a switch on or off. */
	async turn(field: string, onOrOff: 'on' | 'off'): Promise<void> {
		const shown = this.field(field).locator('.el-switch');
		await doUntil(
			`the switch ${field} to be ${onOrOff}`,
			async () => await shown.getAttribute('class'),
			(classes) => classes?.includes('is-checked') === (onOrOff === 'on'),
			async () => await shown.click(BRIEFLY),
		);
	}

	/** @param shown the input of the drop-down, which shows what is chosen */
	async #choose(shown: Locator, option: string): Promise<void> {
		await doUntil(
			`"${option}" to be chosen`,
			async () => await valueOf(shown),
			(value) => value === option,
			async () => await this.#clickOption(shown, option),
		);
	}

	/** Opens a drop-down, if none is open, and clicks an entry. */
	async #clickOption(dropDown: Locator, option: string): Promise<void> {
		if (!(await this.#options.first().isVisible())) await dropDown.click(BRIEFLY);
		const found = this.#options.filter({ has: this.page.getByText(option, { exact: true }) });
		await found.click(BRIEFLY);
	}

	/** @returns what is chosen in a drop-down that takes several */
	async chosenIn(field: string): Promise<string[]> {
		const text = await this.field(field).innerText();
		return text.split('\n').filter((line) => line.trim() !== '');
	}

	/** Where fields are added to the collection with this label. */
	adder(label: string): Locator {
		return this.item(label).getByTestId('collection-parameter-add');
	}

	/** @returns what a drop-down of the panel offers */
	async offersOf(dropDown: Locator): Promise<string[]> {
		const texts = await doUntil(
			'a drop-down to open',
			async () => await this.#options.allInnerTexts(),
			(shown) => shown.length > 0,
			async () => await dropDown.click(BRIEFLY),
		);
		await this.output.click(BESIDE);
		await this.#options.first().waitFor({ state: 'hidden' });
		return firstLines(texts);
	}

	/** @returns what a list that the service fills says, after it was opened */
	async listOf(field: string): Promise<string> {
		const item = this.field(field);
		await this.#openList(field);
		const loaded = item.getByText('No results').or(item.getByTestId('rlc-error-container'));
		await loaded.waitFor();
		const text = await loaded.innerText();
		await this.output.click(BESIDE);
		await item.getByTestId('rlc-search').waitFor({ state: 'hidden' });
		return text;
	}

	/** @returns what a list offers for some words, after it was opened and searched */
	async searchIn(field: string, words: string, screenshot?: string): Promise<string[]> {
		const names = await this.#search(field, words);
		if (screenshot) await this.screenshot(screenshot);
		await this.output.click(BESIDE);
		await this.field(field).getByTestId('rlc-search').waitFor({ state: 'hidden' });
		return firstLines(names);
	}

	/** Searches a list for some words and chooses what it finds. */
	async chooseFromList(field: string, words: string, name: string): Promise<void> {
		const shown = this.field(field).locator('input[data-test-id="rlc-input"]');
		await doUntil(
			`"${name}" to be chosen in the list ${field}`,
			async () => await valueOf(shown),
			(value) => value === name,
			async () => {
				await this.#search(field, words);
				await this.#listed.getByText(name, { exact: true }).click(BRIEFLY);
			},
		);
	}

	/** Opens a list that the service fills. */
	async #openList(field: string): Promise<void> {
		const search = this.page.getByTestId('rlc-search').filter({ visible: true });
		await doUntil(
			`the list ${field} to open`,
			async () => await search.isVisible(),
			(isOpen) => isOpen,
			async () => await this.field(field).getByTestId('rlc-input').click(BRIEFLY),
		);
	}

	/** Opens a list and searches it. @returns what it shows for the words, which it follows a moment later */
	async #search(field: string, words: string): Promise<string[]> {
		await this.#openList(field);
		await this.page.getByTestId('rlc-search').filter({ visible: true }).fill(words);
		return await doUntil(
			`entries of the list ${field} for "${words}"`,
			async () => await this.#listed.allInnerTexts(),
			(entries) => entries.length > 0,
			async () => undefined,
		);
	}

	/** The entries of the list that is open. */
	get #listed(): Locator {
		return this.page.getByTestId('rlc-item').filter({ visible: true });
	}

	/** @returns the way in which a field names its object, as the panel shows it */
	async modeOf(field: string): Promise<string> {
		return await this.field(field).getByTestId('rlc-mode-selector').locator('input').inputValue();
	}

	/** Drags a column of the input to a field, which then has an expression that reads it. */
	async dragColumn(column: string, field: string): Promise<void> {
		await doUntil(
			`the column "${column}" in the field ${field}`,
			async () => await this.field(field).innerText(),
			(text) => text.includes(`{{ $json.${column} }}`),
			async () => await this.#drag(column, field),
		);
	}

	async #drag(column: string, field: string): Promise<void> {
		const pills = this.page.getByTestId('run-data-schema-item').filter({ hasText: column });
		await pills.first().getByText(column, { exact: true }).hover(BRIEFLY);
		await this.page.mouse.down();
		const target = await this.field(field).boundingBox();
		if (!target) throw new Error(`The panel does not show ${field}`);
		const [x, y] = [target.x + target.width / 2, target.y + target.height / 2];
		await this.page.mouse.move(x, y - 40, { steps: 10 });
		await this.page.mouse.move(x, y, { steps: 10 });
		await this.page.mouse.up();
	}

	/** The fields that the panel shows, from top to bottom. */
	get items(): Locator {
		return this.panel.getByTestId('parameter-item').filter({ visible: true });
	}

	/** The field with this label. */
	item(label: string): Locator {
		const title = this.page.locator('label').getByText(label, { exact: true });
		return this.items.filter({ has: title });
	}

	/** @returns labels of the fields that the panel shows, and the texts of notices between them */
	async labels(): Promise<string[]> {
		const notices = this.items.getByRole('alert');
		return firstLines(await this.items.locator('label[for]').or(notices).allInnerTexts());
	}

	/** @returns labels of the fields that the panel marks in red */
	async marked(): Promise<string[]> {
		const mark = this.page.getByTestId('parameter-issues');
		return firstLines(await this.items.filter({ has: mark }).locator('label[for]').allInnerTexts());
	}

	/** Runs this node. */
	async executeStep(): Promise<void> {
		const button = this.page.getByTestId('node-execute-button');
		let asked = false;
		await doUntil(
			'the editor to have n8n run the node',
			async () => asked,
			(isAsked) => isAsked,
			async () => {
				// The workflow is saved first.
				const run = this.page.waitForRequest(/\/rest\/workflows\/\w+\/run/, { timeout: 15_000 });
				// While a trigger's step is running, the same button stops it.
				const click = button.filter({ hasNotText: 'Stop Listening' }).click();
				// A click that takes long may have been one all the same.
				await Promise.race([run, click.then(async () => await run)]);
				asked = true;
			},
		);
	}

	/** What lies over the canvas when a node is open: input, panel and output, from the top. */
	async openedNode(): Promise<Locator> {
		await this.page.getByTestId('node-execute-button').getByText('Execute step').waitFor();
		await this.items.first().scrollIntoViewIfNeeded();
		return this.page.getByTestId('ndv');
	}

	get output(): Locator {
		return this.page.getByTestId('output-panel');
	}

	/** @returns the items that the node has put out, read from the panel */
	async outputItems(): Promise<Array<Record<string, unknown>>> {
		await this.output.getByTestId('radio-button-json').click();
		const json = this.output.getByTestId('ndv-data-container');
		return await until('items as JSON', async () => await json.innerText(), itemsIn);
	}

	get #options(): Locator {
		return this.page.getByRole('option').filter({ visible: true });
	}
}
