import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { complaintsOf, logIn, type ColorScheme } from '../e2e/support/browser.mts';
import type { Environment } from '../e2e/support/environment.mts';
import { until } from '../e2e/support/until.mts';
import { projectFolder } from '../host/project.mts';
import { NodePicker } from './nodePicker.mts';
import { SOON } from './soon.mts';

/** Where the screenshots of a run are kept. */
const SCREENSHOTS = join(projectFolder, '.results', 'screenshots');

/** An empty place; a click there closes what is open. */
const BESIDE = { position: { x: 40, y: 20 } };

/** n8n's editor (2.40) as a person uses it: the pages, and what they show. */
export class Editor {
	readonly page: Page;
	readonly picker: NodePicker;
	/** What went wrong inside the page. */
	readonly complaints: string[];
	readonly #url: string;
	readonly #colorScheme: ColorScheme;

	private constructor(page: Page, url: string, colorScheme: ColorScheme) {
		this.page = page;
		this.picker = new NodePicker(page, url);
		this.#url = url;
		this.#colorScheme = colorScheme;
		this.complaints = complaintsOf(page);
		page.setDefaultTimeout(SOON.patience);
	}

	/** Opens a window of its own and logs in. */
	static async open(
		browser: Browser,
		environment: Environment,
		colorScheme: ColorScheme = 'light',
	): Promise<Editor> {
		const page = await logIn(browser, environment, colorScheme);
		return new Editor(page, environment.n8nUrl, colorScheme);
	}

	/**
	 * Keeps what the window or a part of it shows, for a person to look at after the run.
	 * @returns where it is kept
	 */
	async screenshot(name: string, part: Locator | Page = this.page): Promise<string> {
		const path = join(SCREENSHOTS, `${name}-${this.#colorScheme}.png`);
		// n8n's passing notes lie over what is to be seen.
		const style = '.el-notification { visibility: hidden !important; }';
		await part.screenshot({ path, style, animations: 'disabled' });
		return path;
	}

	// ── Credentials ──

	/** Starts a new credential: finds its type by typing these letters. */
	async newCredential(letters: string, type: string): Promise<void> {
		await this.page.goto(`${this.#url}/home/credentials`);
		await this.page.getByTestId('add-resource-credential').click();
		await this.page.getByTestId('new-credential-type-select').locator('input').fill(letters);
		const types = this.page.getByTestId('new-credential-type-select-option');
		await types.filter({ has: this.page.getByText(type, { exact: true }) }).click();
		await this.page.getByTestId('new-credential-type-button').click();
		await this.credential.waitFor();
	}

	/** Opens a saved credential from the list. */
	async openCredential(name: string): Promise<void> {
		await this.page.goto(`${this.#url}/home/credentials`);
		const cards = this.page.getByTestId('resources-list-item');
		await cards.filter({ has: this.page.getByText(name, { exact: true }) }).click();
		await this.credential.waitFor();
	}

	get credential(): Locator {
		return this.page.getByTestId('editCredential-modal');
	}

	/** Names a credential in its title. */
	async nameCredential(name: string): Promise<void> {
		await this.credential.getByTestId('credential-name').click();
		await this.credential.getByTestId('inline-edit-input').fill(name);
		await this.page.keyboard.press('Enter');
	}

	/** Saves a credential, which tests it. */
	async saveCredential(): Promise<void> {
		await this.credential.getByTestId('credential-save-button').click();
	}

	/**
	 * Presses a saved credential's connect button, for the first time or again, and agrees on the
	 * page that opens. The service has forgotten who was there before.
	 */
	async connect(name: string): Promise<void> {
		await this.page.context().clearCookies({ name: /^(?!n8n-)/ });
		await this.openCredential(name);
		const first = this.credential.getByTestId('quick-connect-button');
		const again = this.credential.getByTestId('oauth-switch-account-button');
		const opened = this.page.waitForEvent('popup');
		await first.or(again).filter({ visible: true }).click();
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
		await this.page.goto(`${this.#url}/workflow/${workflowId}/${nodeId}`);
		await this.panel.waitFor();
	}

	/** Chooses the credential of a node. */
	async chooseCredential(name: string): Promise<void> {
		await this.page.getByTestId('node-credentials-select').click();
		await this.#options.filter({ has: this.page.getByText(name, { exact: true }) }).click();
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

	/** Turns a switch on, or off again. */
	async switch(field: string): Promise<void> {
		await this.field(field).locator('.el-switch').click();
	}

	/** Chooses from a drop-down. */
	async choose(field: string, option: string): Promise<void> {
		const shown = this.field(field).locator('input');
		await shown.click();
		await this.#options.filter({ has: this.page.getByText(option, { exact: true }) }).click();
		await until(async () => (await shown.inputValue()) === option, SOON);
	}

	/** Chooses from a drop-down that takes several, or takes back what was chosen. */
	async toggle(field: string, option: string): Promise<void> {
		await this.field(field).click();
		await this.#options.filter({ has: this.page.getByText(option, { exact: true }) }).click();
		await this.page.keyboard.press('Escape');
		await this.#options.first().waitFor({ state: 'hidden' });
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
		await dropDown.click();
		await this.#options.first().waitFor();
		const texts = await this.#options.allInnerTexts();
		await this.output.click(BESIDE);
		await this.#options.first().waitFor({ state: 'hidden' });
		return firstLines(texts);
	}

	/** @returns what a list that the service fills says, after it was opened */
	async listOf(field: string): Promise<string> {
		const item = this.field(field);
		await item.getByTestId('rlc-input').click();
		const text = await until(async () => {
			const loaded = item.getByText('No results').or(item.getByTestId('rlc-error-container'));
			return (await loaded.isVisible()) ? await loaded.innerText() : undefined;
		}, SOON);
		await this.output.click(BESIDE);
		await item.getByTestId('rlc-search').waitFor({ state: 'hidden' });
		return text;
	}

	/** @returns what a list offers for some words, after it was opened and searched */
	async searchIn(field: string, words: string, screenshot?: string): Promise<string[]> {
		const found = await this.#searched(field, words);
		const names = await found.allInnerTexts();
		if (screenshot) await this.screenshot(screenshot);
		await this.output.click(BESIDE);
		await this.field(field).getByTestId('rlc-search').waitFor({ state: 'hidden' });
		return firstLines(names);
	}

	/** Searches a list for some words and chooses what it finds. */
	async chooseFromList(field: string, words: string, name: string): Promise<void> {
		const found = await this.#searched(field, words);
		await found.getByText(name, { exact: true }).click();
		const shown = this.field(field).locator('input[data-test-id="rlc-input"]');
		await until(async () => (await shown.inputValue()) === name, SOON);
	}

	/** Opens a list and searches it; its entries as they are then. */
	async #searched(field: string, words: string): Promise<Locator> {
		await this.field(field).getByTestId('rlc-input').click();
		await this.page.getByTestId('rlc-search').filter({ visible: true }).fill(words);
		const found = this.page.getByTestId('rlc-item').filter({ visible: true });
		let before = -1;
		// The list follows the words a moment later.
		await until(async () => {
			const now = await found.count();
			const isSteady = now > 0 && now === before;
			before = now;
			return isSteady;
		}, SOON);
		return found;
	}

	/** @returns the way in which a field names its object, as the panel shows it */
	async modeOf(field: string): Promise<string> {
		return await this.field(field).getByTestId('rlc-mode-selector').locator('input').inputValue();
	}

	/** Drags a column of the input to a field. */
	async dragColumn(column: string, field: string): Promise<void> {
		const pills = this.page.getByTestId('run-data-schema-item').filter({ hasText: column });
		await pills.first().getByText(column, { exact: true }).hover();
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
		// While a trigger's step is running, the same button stops it.
		await button.filter({ hasNotText: 'Stop Listening' }).click();
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
		return await until(async () => itemsIn(await json.innerText()), SOON);
	}

	get #options(): Locator {
		return this.page.getByRole('option').filter({ visible: true });
	}
}

/** @returns undefined while the panel has not drawn all of them */
function itemsIn(text: string): Array<Record<string, unknown>> | undefined {
	try {
		return JSON.parse(text.replaceAll('\u00a0', ' ')) as Array<Record<string, unknown>>;
	} catch {
		return undefined;
	}
}

/** Beside or below a name there are descriptions and buttons. */
function firstLines(texts: string[]): string[] {
	return texts.map((text) => (text.trim().split('\n')[0] ?? '').trim());
}
