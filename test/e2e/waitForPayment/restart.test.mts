import { openEnvironment, type Environment } from '../support/environment.mts';
import { startOwnN8n, type OwnN8n } from '../support/ownN8n.mts';
import { askAndWait, inStatus, payeeClient, returnUrl, startWaiting } from '../support/waiting.mts';
import { outputOf } from '../support/workflows.mts';

describe('waiting for a payment in an n8n that is killed meanwhile', () => {
	let n8n: OwnN8n;
	let environment: Environment;

	beforeAll(async () => {
		n8n = await startOwnN8n(await openEnvironment());
		environment = n8n.environment;
	});

	afterAll(async () => {
		await n8n?.remove();
	});

	it('goes on afterwards: with the payer who comes back, and without the one who does not', async () => {
		const { credential } = await payeeClient(environment);
		const returning = await startWaiting(environment, askAndWait(credential));
		const impatient = { timeLimit: 'minutes', minutes: 1 };
		const forgotten = await startWaiting(environment, askAndWait(credential, { wait: impatient }));

		await n8n.kill();
		await environment.control.payer('pay', returning.paymentRequestId);
		await n8n.startAgain();

		const page = await fetch(returnUrl(returning));
		expect(await page.text()).toContain('Thank you');
		const run = await inStatus(environment, returning.executionId, 'success', 'After');
		expect(outputOf(run, 'After').map(({ json }) => json)).toMatchObject([
			{
				waitForPayment: {
					outcome: 'paid',
					paymentRequest: { id: returning.paymentRequestId, status: 'completed' },
				},
			},
		]);

		const late = await inStatus(environment, forgotten.executionId, 'success', 'After');
		expect(outputOf(late, 'After').map(({ json }) => json)).toMatchObject([
			{
				waitForPayment: {
					outcome: 'timedOut',
					final: false,
					paymentRequest: { id: forgotten.paymentRequestId },
				},
			},
		]);
	});
});
