import type { Browser } from 'playwright-core';
import { openBrowser, type ColorScheme } from '../e2e/support/browser.mts';
import { openEnvironment, type Environment } from '../e2e/support/environment.mts';
import { saveCredential } from '../e2e/support/workflows.mts';
import { until } from '../host/until.mts';
import { Editor } from './editor.mts';
import { stepsIn } from './steps.mts';

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

let environment: Environment;
let credentialName: string;

beforeAll(async () => {
	environment = await openEnvironment();
	const client = await environment.control.createClient();
	const scopes = ['client_paymentrequest'];
	credentialName = (await saveCredential(environment, client, scopes)).name;
});

/** An editor on this background, and what a person does with the node's icon for it. */
function editorIn(scheme: ColorScheme, icon: string) {
	let browser: Browser;
	let editor: Editor;

	beforeAll(async () => {
		browser = await openBrowser();
		editor = await Editor.open(browser, environment, scheme);
		// While it loads, n8n lists it under its other name.
		await editor.picker.newWorkflow('manual', /^(Trigger manually|Manual Trigger)$/);
	});

	afterAll(async () => {
		await browser.close();
		expect(editor.complaints).toEqual([]);
	});

	return {
		get editor() {
			return editor;
		},
		step: stepsIn(() => editor),
		/** Opens the node in the picker: n8n shows it and its trigger as one entry, with what both do inside. */
		async openInPicker() {
			await editor.picker.searchSteps('payout', /^Stitch Payments$/);
			const image = editor.page.getByTestId('node-creator').locator(`img[src$="/${icon}"]`);
			await image.first().waitFor();
			await editor.screenshot('picker');
			const contents = editor.page.getByTestId('node-creator-category-item');
			await editor.picker.choose(/^Stitch Payments$/, contents.filter({ hasText: 'Actions' }));
			await contents.filter({ hasText: 'Triggers' }).waitFor();
			await editor.screenshot('picker-contents');
		},
		/** Chooses an action, whose node then stands on the canvas, and opens it again from there. */
		async putOnCanvas(action: string) {
			await editor.picker.choose(action, editor.panel);
			await editor.closeNode();
			await editor.panel.waitFor({ state: 'hidden' });
			const dropped = editor.page.getByTestId('canvas-node').filter({ hasText: action });
			await dropped.locator(`img[src$="/${icon}"]`).waitFor();
			await editor.screenshot('canvas');
			await dropped.dblclick();
			await editor.panel.waitFor();
		},
	};
}

describe('a person who builds a workflow in a dark editor', () => {
	const { step, openInPicker, putOnCanvas } = editorIn('dark', 'stitch.dark.svg');

	step('sees the icon for a dark background in the picker and on the canvas', async () => {
		await openInPicker();
		await putOnCanvas('Create payment request');
	});
});

describe('a person who builds a workflow', () => {
	const window = editorIn('light', 'stitch.svg');
	const { step } = window;
	let editor: Editor;

	beforeAll(() => {
		editor = window.editor;
	});

	step('finds the nodes first by everyday words', async () => {
		for (const words of everydayWords) {
			// What is found next is then no remainder of the list before.
			await editor.picker.searchSteps('edit fields', /^Edit Fields/);
			await editor.picker.searchSteps(words, /^Stitch Payments$/);
			const first = await editor.picker.found(/./).first().innerText();
			expect([words, first]).toEqual([words, 'Stitch Payments']);
		}
	});

	step('puts the node on the canvas, behind what starts the workflow', async () => {
		await window.openInPicker();
		await window.putOnCanvas('Create payment request');
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
