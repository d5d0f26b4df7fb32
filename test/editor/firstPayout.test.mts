import type { Browser } from 'playwright-core';
import { openBrowser } from '../e2e/support/browser.mts';
import { openEnvironment, type Environment } from '../e2e/support/environment.mts';
import { saveCredential } from '../e2e/support/workflows.mts';
import type { TestClient } from '../simulator/control-client.mts';
import { until } from '../host/until.mts';
import { Editor } from './editor.mts';
import { stepsIn } from './steps.mts';

/** The steps of "First payout" in the README, in its words. */
describe('a person who follows the first payout of the README', () => {
	let environment: Environment;
	let browser: Browser;
	let editor: Editor;
	let client: TestClient;
	let credentialName: string;
	const step = stepsIn(() => editor);

	beforeAll(async () => {
		environment = await openEnvironment();
		client = await environment.control.createClient();
		credentialName = (await saveCredential(environment, client, ['client_disbursement'])).name;
		browser = await openBrowser();
		editor = await Editor.open(browser, environment, 'light');
	});

	afterAll(async () => {
		await browser.close();
		expect(editor.complaints).toEqual([]);
	});

	const paid = async () => (await client.ledger()).disbursements.length;
	const output = async (column: string) =>
		await until(
			`an output with ${column}`,
			async () => await editor.outputItems(),
			([item]) => item !== undefined && column in item && item,
		);

	step(
		'adds Create disbursement (payout) behind Trigger manually and fills in its fields',
		async () => {
			await editor.picker.newWorkflow('manual', /^(Trigger manually|Manual Trigger)$/);
			await editor.picker.searchSteps('payout', /^Stitch Payments$/);
			const contents = editor.page.getByTestId('node-creator-category-item');
			await editor.picker.choose(/^Stitch Payments$/, contents.filter({ hasText: 'Actions' }));
			await editor.picker.choose('Create disbursement (payout)', editor.panel);
			await editor.chooseCredential(credentialName);
			await editor.fill('amount', '10.00');
			await editor.fill('externalReference', 'first-payout-1');
			await editor.fill('beneficiaryName', 'T Tester');
			await editor.chooseFromList('bank', 'first national', 'FNB');
			await editor.fill('accountNumber', '1234567890');
			await editor.fill('beneficiaryReference', 'First payout');
			expect(await editor.marked()).toEqual([]);
		},
	);

	step('adds Dry Run and sees what would be sent, and nothing is', async () => {
		await editor.panel.getByTestId('collection-parameter-add').last().click();
		await editor.page
			.getByRole('option', { name: 'Dry Run', exact: true })
			.filter({ visible: true })
			.click();
		await editor.executeStep();
		expect(await output('wouldSend')).toMatchObject({
			wouldSend: true,
			why: 'new',
			client: 'test',
		});
		expect(await paid()).toBe(0);
		await editor.screenshot('first-payout-dry-run', await editor.openedNode());
	});

	step('turns Dry Run off, pays, and pays nobody again with the same reference', async () => {
		await editor.turn('dryRun', 'off');
		await editor.executeStep();
		expect(await output('alreadyExisted')).toMatchObject({
			status: 'pending',
			alreadyExisted: false,
		});
		await editor.screenshot('first-payout', await editor.openedNode());
		await editor.executeStep();
		const again = await until(
			'the same payment',
			async () => await editor.outputItems(),
			([item]) => item?.alreadyExisted === true && item,
		);
		expect(again).toMatchObject({ externalReference: 'first-payout-1' });
		expect(await paid()).toBe(1);
	});
});
