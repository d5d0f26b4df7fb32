import type { Item, NewWorkflow } from '../host/api.mts';
import type { TestClient } from '../simulator/control-client.mts';
import { openEnvironment, type Environment } from './environment.mts';
import { startOwnN8n, type OwnN8n } from './ownN8n.mts';
import { until } from './until.mts';
import { chain, manualTrigger, outputOf, runToEnd, saveCredential, stitch } from './workflows.mts';

const disbursements = { method: 'POST', path: '/v2/disbursements' };

let environment: Environment;
let client: TestClient;

beforeAll(async () => {
	environment = await openEnvironment();
});

beforeEach(async () => {
	client = await environment.control.createClient();
});

/** A workflow that pays so many rows, each with a reference of its own. */
async function payroll(
	env: Environment,
	count: number,
	options: Record<string, unknown>,
	settings: Record<string, unknown> = {},
): Promise<NewWorkflow> {
	const pay = stitch(
		'Pay',
		await saveCredential(env, client),
		{
			resource: 'disbursement',
			operation: 'create',
			amount: '10.00',
			externalReference: '={{ $json.reference }}',
			beneficiaryName: 'Payee',
			bank: 'fnb',
			accountNumber: '1234567890',
			beneficiaryReference: 'Salary',
			options,
		},
		settings,
	);
	return chain('Payroll', [manualTrigger(), pay], referencesOf(count));
}

function referencesOf(count: number) {
	return Array.from({ length: count }, (_, index) => ({ reference: `employee-${index}` }));
}

/** Every row has the disbursement that the service made for it, and the service made no other. */
async function expectEachPaidOnce(items: Item[], count: number): Promise<void> {
	const ledger = await client.ledger();
	expect(ledger.disbursements).toHaveLength(count);
	const paid = ledger.disbursements.map(({ externalReference, id }) => [externalReference, id]);
	const returned = items.map(({ json }) => [json.externalReference, json.id]);
	expect(new Map(returned as Array<[string, string]>)).toEqual(
		new Map(paid as Array<[string, string]>),
	);
	expect(returned).toHaveLength(count);
}

it('pays each row once when n8n retries the node on failure', async () => {
	// The answer to the third payment is lost, and the node itself may try only once.
	await client.addFaults({ kind: 'lost-answer', requests: [3], match: disbursements });
	const workflow = await payroll(
		environment,
		10,
		{ maxAttempts: 1 },
		{ retryOnFail: true, maxTries: 3, waitBetweenTries: 100 },
	);
	const run = await runToEnd(environment.api, workflow);

	expect(run.status).toBe('success');
	await expectEachPaidOnce(outputOf(run, 'Pay'), 10);
});

it('pays each row once when a failed execution is retried by hand', async () => {
	await client.addFaults({ kind: 'lost-answer', requests: [4], match: disbursements });
	const { api } = environment;
	const failed = await runToEnd(api, await payroll(environment, 10, { maxAttempts: 1 }));
	expect(failed.status).toBe('error');

	const retried = await api.finished(await api.retryExecution(failed.id));
	expect(retried.status).toBe('success');
	await expectEachPaidOnce(outputOf(retried, 'Pay'), 10);
});

it('pays each row once when the whole workflow runs again', async () => {
	const { api } = environment;
	const saved = await api.createWorkflow(await payroll(environment, 10, {}));
	for (let times = 0; times < 3; times++) {
		const run = await api.finished(await api.run(saved, 'Start'));
		expect(run.status).toBe('success');
		await expectEachPaidOnce(outputOf(run, 'Pay'), 10);
	}
});

describe('an n8n that is killed in the middle of a payroll', () => {
	/** How many payments the service has accepted when n8n is killed: five moments, drawn once. */
	const moments = [37, 214, 455, 718, 961];
	const rows = 1000;
	let n8n: OwnN8n | undefined;

	afterEach(async () => {
		await n8n?.remove();
	});

	it('pays each of 1,000 rows once when it is run again after each of five kills', async () => {
		n8n = await startOwnN8n(environment);
		const { api } = n8n.environment;
		const saved = await api.createWorkflow(
			await payroll(n8n.environment, rows, { concurrency: 8 }),
		);

		for (const moment of moments) {
			await api.run(saved, 'Start');
			await untilAccepted(moment);
			await n8n.kill();
			await n8n.startAgain();
		}
		const run = await api.finished(await api.run(saved, 'Start'), 120_000);

		expect(run.status).toBe('success');
		await expectEachPaidOnce(outputOf(run, 'Pay'), rows);
	}, 420_000);

	async function untilAccepted(count: number): Promise<void> {
		const accepted = async () => (await client.summary()).disbursements >= count || undefined;
		await until(accepted, 120_000, { interval: 5 });
	}
});
