import { Records } from '../e2e/support/records.mts';
import { saveCredential } from '../e2e/support/workflows.mts';
import type { TestClient } from '../simulator/controlClient.mts';
import { personAtEditor } from './person.mts';

describe('a person whom Stitch cannot reach', () => {
	const person = personAtEditor();
	const { step } = person;
	let client: TestClient;
	let credentialName: string;

	beforeAll(async () => {
		client = await person.environment.control.createClient();
		const scopes = ['client_disbursement'];
		credentialName = (await saveCredential(person.environment, client, scopes)).name;
	});

	step('finds the polling trigger among what can start a workflow, with its events', async () => {
		const { editor } = person;
		await editor.picker.searchTriggers('stitch polling', 'Stitch Payments Polling');
		await editor.screenshot('polling-picker');
		const event = 'On disbursement completed';
		await editor.picker.choose('Stitch Payments Polling', editor.picker.found(event));
		await editor.picker.choose(event, editor.panel);
	});

	step('reads that there is nothing to show yet, and then sees the latest changes', async () => {
		const { editor, environment } = person;
		await editor.chooseCredential(credentialName);
		expect(await editor.chosenIn('events')).toEqual(['Disbursement Completed']);
		await editor.screenshot('polling-panel');
		await editor.executeStep();
		const message = editor.output.getByTestId('node-error-message');
		await message.waitFor();
		expect(await message.innerText()).toMatch(/^Nothing in Stitch matches Events and Options yet/);
		const { id } = await new Records(environment, client).disbursement('salary-1017');
		await environment.control.setDisbursementStatus(id, 'completed');
		await editor.executeStep();
		const shown = ['changeKey', 'salary-1017', `disbursement.completed/${id}`];
		for (const text of shown) await editor.output.getByText(text).first().waitFor();
		await editor.screenshot('polling-changes');
	});
});
