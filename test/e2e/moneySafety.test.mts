import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { N8nApi, type Item, type NewWorkflow } from '../host/api.mts';
import { startN8n, type N8n } from '../host/n8n.mts';
import { installPackage } from '../host/package-install.mts';
import { dataFolder } from '../host/project.mts';
import type { TestClient } from '../simulator/control-client.mts';
import { openEnvironment, type Environment } from './environment.mts';
import { chain, manualTrigger, outputOf, runToEnd, saveCredential, stitch } from './workflows.mts';

const owner = {
	email: 'payroll@example.com',
	firstName: 'Pay',
	lastName: 'Roll',
	password: 'Only-For-Tests-1',
};

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
	let userFolder: string;
	let n8n: N8n | undefined;

	afterEach(async () => {
		await n8n?.stop();
		rmSync(userFolder, { recursive: true, force: true });
	});

	it('pays each of 1,000 rows once when it is run again after each of five kills', async () => {
		userFolder = mkdtempSync(join(dataFolder, 'killed-'));
		installPackage(environment.tarball, userFolder);
		n8n = await startN8n({ userFolder });
		let api = new N8nApi(n8n.url);
		await api.setUpOwner(owner);
		const saved = await api.createWorkflow(
			await payroll({ ...environment, api }, rows, { concurrency: 8 }),
		);

		for (const moment of moments) {
			await api.run(saved, 'Start');
			await untilAccepted(moment);
			n8n.kill();
			await n8n.ended;
			n8n = await startN8n({ userFolder });
			api = new N8nApi(n8n.url);
			await api.logIn(owner);
		}
		const run = await api.finished(await api.run(saved, 'Start'), 120_000);

		expect(run.status).toBe('success');
		await expectEachPaidOnce(outputOf(run, 'Pay'), rows);
	}, 420_000);

	async function untilAccepted(count: number): Promise<void> {
		for (;;) {
			if ((await client.summary()).disbursements >= count) return;
			await new Promise((resolve) => setTimeout(resolve, 5));
		}
	}
});
