import type { Browser } from 'playwright-core';
import { openBrowser } from '../e2e/support/browser.mts';
import { openEnvironment, type Environment } from '../e2e/support/environment.mts';
import { pollingTrigger } from '../e2e/support/pollingTrigger.mts';
import { Records } from '../e2e/support/records.mts';
import { saveCredential } from '../e2e/support/workflows.mts';
import type { TestClient } from '../simulator/control-client.mts';
import { Editor } from './editor.mts';
import { stepsIn } from './steps.mts';

describe('a person whom Stitch cannot reach', () => {
	let environment: Environment;
	let client: TestClient;
	let workflowId: string;
	let triggerId: string;
	let browser: Browser;
	let editor: Editor;
	const step = stepsIn(() => editor);

	beforeAll(async () => {
		environment = await openEnvironment();
		client = await environment.control.createClient();
		const credential = await saveCredential(environment, client, ['client_disbursement']);
		const start = pollingTrigger(credential, {
			events: ['disbursement.completed'],
			pollTimes: { item: [{ mode: 'everyMinute' }] },
		});
		const nodes = [start];
		const saved = await environment.api.createWorkflow({ name: 'Polling', nodes, connections: {} });
		[workflowId, triggerId] = [saved.id, start.id ?? ''];
		browser = await openBrowser();
		editor = await Editor.open(browser, environment);
	});

	afterAll(async () => {
		await browser.close();
		expect(editor.complaints).toEqual([]);
	});

	step('finds the polling trigger among what can start a workflow', async () => {
		await editor.picker.searchTriggers('stitch polling', 'Stitch Payments Polling');
		await editor.screenshot('polling-picker');
	});

	step('reads that there is nothing to show yet, and then sees the latest changes', async () => {
		await editor.openNode(workflowId, triggerId);
		await editor.screenshot('polling-panel');
		await editor.executeStep();
		const message = editor.output.getByTestId('node-error-message');
		await message.waitFor();
		expect(await message.innerText()).toMatch(/^Nothing at Stitch matches Events and Options yet/);
		const { id } = await new Records(environment, client).disbursement('salary-1017');
		await environment.control.setDisbursementStatus(id, 'completed');
		await editor.executeStep();
		const shown = ['changeKey', 'salary-1017', `disbursement.completed/${id}`];
		for (const text of shown) await editor.output.getByText(text).first().waitFor();
		await editor.screenshot('polling-changes');
	});
});
