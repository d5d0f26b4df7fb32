import { randomUUID } from 'node:crypto';
import type { SavedWorkflow } from '../host/api.mts';
import { openEnvironment, type Environment } from './environment.mts';
import { setUp, submitForm } from './examples.mts';
import { activate, deactivate } from './triggers.mts';
import { inStatus, payeeClient, waitingAt, type Waiting } from './waiting.mts';
import { outputOf } from './workflows.mts';

describe('the example "Ask for a Payment and Wait until It Is Paid"', () => {
	let environment: Environment;

	beforeAll(async () => {
		environment = await openEnvironment();
	});

	it('goes on when the event comes, for a payer who never comes back to the page', async () => {
		const { client, credential } = await payeeClient(environment);
		const { api, control } = environment;
		const saved = await api.createWorkflow(setUp('wait-for-payment.json', { stitch: credential }));
		await activate(environment, saved);
		const paid = await submitted(saved);
		const unpaid = await submitted(saved);

		await control.payer('pay', paid.paymentRequestId);
		const run = await inStatus(environment, paid.executionId, 'success', 'Paid', 30_000);
		expect(outputOf(run, 'Paid').map(({ json }) => json)).toMatchObject([
			{ id: paid.paymentRequestId, status: 'completed', outcome: 'paid' },
		]);

		// The event of one payment lets only its own execution go on.
		expect((await api.execution(unpaid.executionId)).status).toBe('waiting');
		await api.stopExecution(unpaid.executionId);
		await deactivate(environment, saved);
		expect((await client.webhooks()).subscriptions).toEqual([]);
	}, 120_000);

	/** Fills in the form, and resolves when the execution waits for the payment. */
	async function submitted(workflow: SavedWorkflow): Promise<Waiting> {
		const values = [randomUUID(), '75.00'];
		const form = await submitForm(environment, workflow, 'ask-for-payment', values);
		return await waitingAt(environment, form.executionId, 'Ask for the Payment');
	}
});
