import { saveCredential } from '../e2e/support/workflows.mts';
import type { TestClient } from '../simulator/controlClient.mts';
import { until } from '../host/until.mts';
import type { Editor } from './editor.mts';
import { personAtEditor } from './person.mts';

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

const STITCH = /^Stitch Payments$/;

/** The steps of "First payout" and "First payment link" in the README, in its words. */
describe('a person who follows the README', () => {
	const person = personAtEditor();
	const { step } = person;
	let editor: Editor;
	let client: TestClient;
	let credentialName: string;

	beforeAll(async () => {
		({ editor } = person);
		client = await person.environment.control.createClient();
		const scopes = ['client_disbursement', 'client_paymentrequest'];
		credentialName = (await saveCredential(person.environment, client, scopes)).name;
	});

	const paid = async () => (await client.ledger()).disbursements.length;
	/** The output, once it shows these values; the panel shows an earlier run until then. */
	const output = async (wanted: Record<string, unknown>) =>
		await until(
			`an output with ${JSON.stringify(wanted)}`,
			async () => await editor.outputItems(),
			([item]) => {
				const shows = Object.entries(wanted).every(([name, value]) => item?.[name] === value);
				return item !== undefined && shows && item;
			},
		);

	/** The icon of the node, as it is meant for this background. */
	const icon = (scheme: 'light' | 'dark') =>
		`img[src$="/${scheme === 'dark' ? 'stitch.dark.svg' : 'stitch.svg'}"]`;

	/** What the picker says that the node and its trigger do; n8n shows both as one entry. */
	const contents = () => editor.page.getByTestId('node-creator-category-item');

	/** Opens the node in the picker, and puts what it does behind the last node. */
	async function add(action: string): Promise<void> {
		await editor.picker.searchSteps('payout', STITCH);
		await editor.picker.choose(STITCH, contents().filter({ hasText: 'Actions' }));
		await editor.picker.choose(action, editor.panel);
		await editor.chooseCredential(credentialName);
	}

	/** Fills in the account that gets the money. */
	async function fillInAccount(beneficiaryName: string): Promise<void> {
		await editor.fill('beneficiaryName', beneficiaryName);
		await editor.chooseFromList('bank', 'first national', 'FNB');
		await editor.fill('accountNumber', '1234567890');
	}

	step('finds the nodes first by everyday words', async () => {
		// While it loads, n8n lists it under its other name.
		await editor.picker.newWorkflow('manual', /^(Trigger manually|Manual Trigger)$/);
		for (const words of everydayWords) {
			// What is found next is then no remainder of the list before.
			await editor.picker.searchSteps('edit fields', /^Edit Fields/);
			await editor.picker.searchSteps(words, STITCH);
			const first = await editor.picker.found(/./).first().innerText();
			expect([words, first]).toEqual([words, 'Stitch Payments']);
		}
	});

	step('sees the icon for the background in the picker, and what both nodes do', async () => {
		await editor.picker.searchSteps('payout', STITCH);
		const picker = editor.page.getByTestId('node-creator');
		for (const scheme of ['dark', 'light'] as const) {
			await editor.page.emulateMedia({ colorScheme: scheme });
			await picker.locator(icon(scheme)).first().waitFor();
			await editor.screenshot(`picker-${scheme}`);
		}
		await editor.picker.choose(STITCH, contents().filter({ hasText: 'Actions' }));
		await contents().filter({ hasText: 'Triggers' }).waitFor();
		await editor.screenshot('picker-contents');
	});

	step('adds Create disbursement (payout) behind Trigger manually', async () => {
		await add('Create disbursement (payout)');
		await editor.closeNode();
		await editor.panel.waitFor({ state: 'hidden' });
		const node = editor.page.getByTestId('canvas-node').filter({ hasText: 'disbursement' });
		for (const scheme of ['dark', 'light'] as const) {
			await editor.page.emulateMedia({ colorScheme: scheme });
			await node.locator(icon(scheme)).waitFor();
			await editor.screenshot(`canvas-${scheme}`);
		}
		await node.dblclick();
		await editor.panel.waitFor();
	});

	step('reads which field is wrong, and how to correct it', async () => {
		await editor.fill('amount', '149.5055');
		await editor.fill('externalReference', 'first-payout-1');
		await fillInAccount('T Tester');
		await editor.fill('beneficiaryReference', 'First payout');
		expect(await editor.marked()).toEqual([]);
		await editor.executeStep();
		const message = editor.output.getByTestId('node-error-message');
		await message.waitFor();
		expect(await message.innerText()).toBe(
			"first-payout-1: 'Amount in Rand' has more than two decimals: 149.5055",
		);
		expect(await editor.output.getByTestId('node-error-description').innerText()).toBe(
			'Round the amount to whole cents. Nothing was sent for this item.',
		);
		await editor.screenshot('bad-amount', await editor.openedNode());
		await editor.fill('amount', '10.00');
	});

	step('adds Dry Run and sees what would be sent, and nothing is', async () => {
		await editor.panel.getByTestId('collection-parameter-add').last().click();
		await editor.page
			.getByRole('option', { name: 'Dry Run', exact: true })
			.filter({ visible: true })
			.click();
		await editor.executeStep();
		await output({ wouldSend: true, why: 'new', client: 'test' });
		expect(await paid()).toBe(0);
		await editor.screenshot('first-payout-dry-run', await editor.openedNode());
	});

	step('turns Dry Run off, pays, and pays nobody again with the same reference', async () => {
		await editor.turn('dryRun', 'off');
		await editor.executeStep();
		await output({ status: 'pending', alreadyExisted: false });
		await editor.screenshot('first-payout', await editor.openedNode());
		await editor.executeStep();
		const again = await until(
			'the same payment',
			async () => await editor.outputItems(),
			// Null where the second click comes within seconds of the first.
			([item]) => item?.alreadyExisted !== false && item,
		);
		expect(again).toMatchObject({ externalReference: 'first-payout-1' });
		expect(await paid()).toBe(1);
	});

	step('asks for a payment and sees where it is paid, before the other columns', async () => {
		await editor.closeNode();
		await editor.panel.waitFor({ state: 'hidden' });
		await add('Create payment request (payment link)');
		await editor.fill('amount', '149.50');
		await editor.fill('externalReference', 'order-1017');
		await editor.fill('payerReference', 'Order 1017');
		await fillInAccount('Example Shop');
		await editor.executeStep();
		const item = await output({ status: 'pending', externalReference: 'order-1017' });
		expect(item.paymentUrl).toContain(`${person.environment.service.authUrl}/pay/`);
		const columns = ['externalReference', 'paymentUrl', 'amount', 'currency', 'status'];
		expect(Object.keys(item).slice(0, 5)).toEqual(columns);
		await editor.screenshot('payment-request', await editor.openedNode());
	});

	step('turns Simplify off and sees what the service sent', async () => {
		await editor.turn('simplify', 'off');
		await editor.executeStep();
		const whole = await until(
			'what the service sent',
			async () => await editor.outputItems(),
			([item]) => item?.interaction !== undefined && item,
		);
		expect(whole).toMatchObject({
			amount: { currency: 'ZAR', quantity: 149.5 },
			externalReference: 'order-1017',
		});
		await editor.screenshot('not-simplified', await editor.openedNode());
	});
});
