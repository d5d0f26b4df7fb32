import type { Browser, Page, Response } from 'playwright-core';
import type { Credential, Execution, NewWorkflow, SavedWorkflow } from '../../host/api.mts';
import { PATIENCE } from '../../host/patience.mts';
import { until } from '../../host/until.mts';
import type { TestClient } from '../../simulator/controlClient.mts';
import { onPage, openBrowser } from '../support/browser.mts';
import { openEnvironment, type Environment } from '../support/environment.mts';
import { askAndWait, payeeClient, startWaiting, type Waiting } from '../support/waiting.mts';
import { outputOf } from '../support/workflows.mts';

/**
 * What the tests of Wait for Payment share: a client that is paid, and a payer with a browser, whose
 * page is a new one in every test.
 */
export function waitingPayer() {
	let environment: Environment;
	let client: TestClient;
	let credential: Credential;
	let browser: Browser;
	let page: Page;

	beforeAll(async () => {
		environment = await openEnvironment();
		({ client, credential } = await payeeClient(environment));
		browser = await openBrowser();
	});

	afterAll(async () => {
		await browser?.close();
	});

	beforeEach(async () => {
		const context = await browser.newContext({ locale: 'en-ZA' });
		page = await context.newPage();
		page.setDefaultTimeout(PATIENCE);
	});

	afterEach(async () => {
		await page.context().close();
	});

	/** Goes to an address, as the payer does. */
	async function open(url: string): Promise<Response | null> {
		return await onPage(page, async () => await page.goto(url));
	}

	/** Loads the page anew. @returns the status that it is answered with */
	async function reload(): Promise<number | undefined> {
		return await onPage(page, async () => (await page.reload())?.status());
	}

	/** Presses a button of the payment page; resolves on the page that it leads to. */
	async function press(action: 'pay' | 'close', leadsTo = /webhook-waiting/): Promise<void> {
		await onPage(page, async () => {
			await page.click(`#${action}`);
			await page.waitForURL(leadsTo);
		});
	}

	return {
		get environment() {
			return environment;
		},
		get client() {
			return client;
		},
		get credential() {
			return credential;
		},
		/** Of the payer. */
		get page() {
			return page;
		},

		/** Starts a workflow and resolves when it waits. */
		async start(workflow: NewWorkflow = askAndWait(credential)): Promise<Waiting> {
			return await startWaiting(environment, workflow);
		},

		/** What the payer does on the payment page; resolves on the page that n8n shows. */
		async act(waiting: Waiting, action: 'pay' | 'close'): Promise<void> {
			await open(waiting.paymentUrl);
			await press(action);
		},

		open,
		reload,
		press,

		/** Follows a link of the page that n8n shows. */
		async follow(name: string): Promise<void> {
			await onPage(page, async () => await page.getByRole('link', { name }).click());
		},

		/** The heading of the page that the payer sees. */
		async heading(): Promise<string> {
			return await onPage(page, async () => await page.locator('h1').innerText());
		},

		/** The first execution of a workflow, once there is one. */
		async firstOf({ id }: Pick<SavedWorkflow, 'id'>): Promise<string> {
			return await until(
				'an execution',
				async () => await environment.api.executions(id),
				(executions) => executions.at(-1)?.id,
			);
		},

		async finished({ executionId }: Waiting): Promise<Execution> {
			return await environment.api.finished(executionId);
		},

		async stillWaits({ executionId }: Waiting): Promise<void> {
			const execution = await environment.api.execution(executionId);
			expect(execution.status).toBe('waiting');
			expect(execution.data.resultData.runData.After).toBeUndefined();
		},
	};
}

/** What reached a node after the wait: what is said of the wait itself. */
export function resultsIn(execution: Execution, name = 'After'): unknown[] {
	return wentOnWith(execution, name).map(({ waitForPayment }) => waitForPayment);
}

/** What reached a node after the wait, with the fields of the input. */
export function wentOnWith(execution: Execution, name = 'After'): Array<Record<string, unknown>> {
	return outputOf(execution, name).map(({ json }) => json);
}
