import type { TestClient } from '../simulator/control-client.mts';
import { THOROUGH } from '../thorough.mts';
import { openEnvironment, type Environment } from './support/environment.mts';
import { startOwnN8n, type OwnN8n } from './support/ownN8n.mts';
import { expectEachPaidOnce, payroll, PAYOUTS, untilAccepted } from './support/payroll.mts';
import { runToEnd } from './support/workflows.mts';

let environment: Environment;
let client: TestClient;

beforeAll(async () => {
	environment = await openEnvironment();
});

beforeEach(async () => {
	client = await environment.control.createClient();
});

it('pays each row once when n8n retries the node on failure', async () => {
	// The answer to the third payment is lost, and the node itself may try only once.
	await client.addFaults({ kind: 'lost-answer', requests: [3], match: PAYOUTS });
	const workflow = await payroll(
		environment,
		client,
		10,
		{ maxAttempts: 1 },
		{ retryOnFail: true, maxTries: 3, waitBetweenTries: 100 },
	);
	const run = await runToEnd(environment.api, workflow);

	expect(run.status).toBe('success');
	await expectEachPaidOnce(client, run, 10);
});

it('pays each row once when a failed execution is retried by hand', async () => {
	await client.addFaults({ kind: 'lost-answer', requests: [4], match: PAYOUTS });
	const { api } = environment;
	const failed = await runToEnd(api, await payroll(environment, client, 10, { maxAttempts: 1 }));
	expect(failed.status).toBe('error');

	const retried = await api.finished(await api.retryExecution(failed.id));
	expect(retried.status).toBe('success');
	await expectEachPaidOnce(client, retried, 10);
});

it('pays each row once when the whole workflow runs again', async () => {
	const { api } = environment;
	const saved = await api.createWorkflow(await payroll(environment, client, 10));
	for (let times = 0; times < 3; times++) {
		const run = await api.finished(await api.run(saved, 'Start'));
		expect(run.status).toBe('success');
		await expectEachPaidOnce(client, run, 10);
	}
});

describe('an n8n that is killed in the middle of a payroll', () => {
	/** How many payments the service has accepted when n8n is killed: moments that were drawn once. */
	const moments = THOROUGH ? [37, 214, 455, 718, 961] : [214, 718];
	const rows = 1000;
	let n8n: OwnN8n | undefined;

	afterEach(async () => {
		await n8n?.remove();
	});

	it('pays each of 1,000 rows once when it is run again after each kill', async () => {
		n8n = await startOwnN8n(environment);
		const { api } = n8n.environment;
		const saved = await api.createWorkflow(
			await payroll(n8n.environment, client, rows, { concurrency: 8 }),
		);

		for (const moment of moments) {
			await api.run(saved, 'Start');
			await untilAccepted(client, moment);
			await n8n.kill();
			await n8n.startAgain();
		}
		const run = await api.finished(await api.run(saved, 'Start'));

		expect(run.status).toBe('success');
		await expectEachPaidOnce(client, run, rows);
	});
});
