import { randomUUID } from 'node:crypto';
import type { NewWorkflow, SavedWorkflow } from '../../host/api.mts';
import { openEnvironment, type Environment } from '../support/environment.mts';
import { activate, deactivate } from '../support/triggers.mts';
import { inStatus, payeeClient, waitingAt, type Waiting } from '../support/waiting.mts';
import { outputOf } from '../support/workflows.mts';
import { setUp, submitForm } from './examples.mts';

const account = { accountHolder: 'Example Shop', bank: 'fnb', accountNumber: '1234567890' };

describe('the example "Ask for a Payment and Wait until It Is Paid"', () => {
	let environment: Environment;

	beforeAll(async () => {
		environment = await openEnvironment();
	});

	it('goes on when the event comes, for a payer who never comes back to the page', async () => {
		const { api, control } = environment;
		const { client, saved } = await published(account);
		const paid = await submitted(saved);
		const unpaid = await submitted(saved);

		await control.payer('pay', paid.paymentRequestId);
		const run = await inStatus(environment, paid.executionId, 'success', 'Paid');
		expect(outputOf(run, 'Paid').map(({ json }) => json)).toMatchObject([
			{
				waitForPayment: {
					outcome: 'paid',
					paymentRequest: { id: paid.paymentRequestId, status: 'completed' },
				},
			},
		]);

		const [message] = outputOf(run, 'Send the Payment Link');
		expect(message?.json.message).toMatch(/^Please pay R75\.00 here: http/);

		// The event of one payment lets only its own execution go on.
		expect((await api.execution(unpaid.executionId)).status).toBe('waiting');
		await api.stopExecution(unpaid.executionId);
		await deactivate(environment, saved);
		expect((await client.webhooks()).subscriptions).toEqual([]);
	});

	it('makes one link for a reference that is entered again, and goes on where it waits', async () => {
		const { api, control } = environment;
		const { client, saved } = await published(account);
		const reference = randomUUID();
		const first = await submitted(saved, reference);
		const form = await submitForm(environment, saved, 'ask-for-payment', [reference, 'R75']);
		const again = await api.finished(form.executionId);
		expect(outputOf(again, 'There Is a Link Already')).toHaveLength(1);
		expect(again.data.resultData.runData).not.toHaveProperty('Remember Where It Waits');
		expect((await client.summary()).paymentRequests).toBe(1);

		await control.payer('pay', first.paymentRequestId);
		await inStatus(environment, first.executionId, 'success', 'Paid');
		await deactivate(environment, saved);
	});

	it('asks nobody to pay into an account that was not filled in', async () => {
		const { api } = environment;
		const { client, saved } = await published();
		const values = [randomUUID(), 'R75'];
		const form = await submitForm(environment, saved, 'ask-for-payment', values);
		const run = await api.finished(form.executionId);
		expect(run.data.resultData.error?.message).toContain('Account Number');
		expect(run.data.resultData.runData).not.toHaveProperty('Send the Payment Link');
		await deactivate(environment, saved);
		expect((await client.summary()).paymentRequests).toBe(0);
	});

	/** The example of a client of its own, with these settings. */
	async function published(settings?: Record<string, string>) {
		const { client, credential } = await payeeClient(environment);
		const example = setUp('wait-for-payment.json', { stitch: credential, settings });
		const saved = await environment.api.createWorkflow(inSeconds(example));
		await activate(environment, saved);
		return { client, saved };
	}

	/** Fills in the form, and resolves when the execution waits for the payment. */
	async function submitted(
		workflow: SavedWorkflow,
		reference: string = randomUUID(),
	): Promise<Waiting> {
		const values = [reference, 'R75'];
		const form = await submitForm(environment, workflow, 'ask-for-payment', values);
		return await waitingAt(environment, form.executionId, 'Ask for the Payment');
	}
});

/** The example with a second in the place of the minute that a payer is given. */
function inSeconds(example: NewWorkflow): NewWorkflow {
	const nodes = example.nodes.map((each) =>
		each.name === 'Give the Payer a Minute'
			? { ...each, parameters: { ...each.parameters, unit: 'seconds' } }
			: each,
	);
	return { ...example, nodes };
}
