import type { Browser } from 'playwright-core';
import { openBrowser, type ColorScheme } from '../e2e/support/browser.mts';
import { openEnvironment, type Environment } from '../e2e/support/environment.mts';
import { saveCredential } from '../e2e/support/workflows.mts';
import { until } from '../host/until.mts';
import { Editor } from './editor.mts';
import { stepsIn } from './steps.mts';

const schemes: Array<[ColorScheme, string]> = [
	['light', 'stitch.svg'],
	['dark', 'stitch.dark.svg'],
];

/** What people type who have never heard of a disbursement. */
const everydayWords = [
	'pay out',
	'payout',
	'salary',
	'payment link',
	'instant EFT',
	'PayShap',
	'refund',
	'card machine',
	'debit order',
];

describe.each(schemes)('a person who builds a workflow in a %s editor', (scheme, icon) => {
	let environment: Environment;
	let browser: Browser;
	let editor: Editor;
	const step = stepsIn(() => editor);
	let credentialName: string;

	beforeAll(async () => {
		environment = await openEnvironment();
		const client = await environment.control.createClient();
		const scopes = ['client_paymentrequest'];
		credentialName = (await saveCredential(environment, client, scopes)).name;
		browser = await openBrowser();
		editor = await Editor.open(browser, environment, scheme);
	});

	afterAll(async () => {
		await browser.close();
		expect(editor.complaints).toEqual([]);
	});

	step('finds the nodes first by everyday words, with an icon for this background', async () => {
		// While it loads, n8n lists it under its other name.
		await editor.picker.newWorkflow('manual', /^(Trigger manually|Manual Trigger)$/);
		for (const words of everydayWords) {
			// What is found next is then no remainder of the list before.
			await editor.picker.searchSteps('edit fields', /^Edit Fields/);
			await editor.picker.searchSteps(words, /^Stitch Payments$/);
			const first = await editor.picker.found(/./).first().innerText();
			expect([words, first]).toEqual([words, 'Stitch Payments']);
		}
		const image = editor.page.getByTestId('node-creator').locator(`img[src$="/${icon}"]`);
		await image.first().waitFor();
		await editor.screenshot('picker');
		// n8n shows a node and its trigger as one entry, with what both do inside.
		const contents = editor.page.getByTestId('node-creator-category-item');
		await editor.picker.choose(/^Stitch Payments$/, contents.filter({ hasText: 'Actions' }));
		await contents.filter({ hasText: 'Triggers' }).waitFor();
		await editor.screenshot('picker-contents');
	});

	step('puts the node on the canvas, behind what starts the workflow', async () => {
		await editor.picker.choose('Create payment request', editor.panel);
		await editor.closeNode();
		await editor.panel.waitFor({ state: 'hidden' });
		const nodes = editor.page.getByTestId('canvas-node');
		const dropped = nodes.filter({ hasText: 'Create payment request' });
		await dropped.locator(`img[src$="/${icon}"]`).waitFor();
		await editor.screenshot('canvas');
		await dropped.dblclick();
		await editor.panel.waitFor();
	});

	step('asks for a payment and sees where it is paid', async () => {
		await editor.chooseCredential(credentialName);
		await editor.fill('amount', '149.50');
		await editor.fill('externalReference', 'order-1017');
		await editor.fill('payerReference', 'Order 1017');
		await editor.fill('beneficiaryName', 'Example Shop');
		await editor.chooseFromList('bank', 'first national', 'FNB');
		await editor.fill('accountNumber', '1234567890');
		await editor.executeStep();
		await editor.output.getByText('paymentUrl', { exact: true }).waitFor();
		expect(await editor.outputItems()).toEqual([
			expect.objectContaining({
				status: 'pending',
				externalReference: 'order-1017',
				paymentUrl: expect.stringContaining(`${environment.service.authUrl}/pay/`),
			}),
		]);
		await editor.screenshot('payment-request', await editor.openedNode());
	});

	step(
		'reads few columns in the order of a person, and what the service sent where Simplify is off',
		async () => {
			const [item = {}] = await editor.outputItems();
			const columns = ['externalReference', 'paymentUrl', 'amount', 'currency', 'status'];
			expect(Object.keys(item).slice(0, 5)).toEqual(columns);
			await editor.turn('simplify', 'off');
			await editor.executeStep();
			const asSent = await until(
				'the payment request as Stitch sent it',
				async () => await editor.outputItems(),
				([sent = {}]) => 'interaction' in sent && sent,
			);
			expect(asSent).toMatchObject({
				amount: { currency: 'ZAR', quantity: 149.5 },
				externalReference: 'order-1017',
			});
			await editor.screenshot('not-simplified', await editor.openedNode());
		},
	);

	step('reads which field is wrong, and how to correct it', async () => {
		await editor.fill('amount', '149.5055');
		await editor.executeStep();
		const message = editor.output.getByTestId('node-error-message');
		await message.waitFor();
		expect(await message.innerText()).toBe(
			"order-1017: 'Amount' has more than two decimals: 149.5055",
		);
		expect(await editor.output.getByTestId('node-error-description').innerText()).toBe(
			'Round the amount to whole cents. Nothing was sent for this item.',
		);
		await editor.screenshot('bad-amount', await editor.openedNode());
	});
});
