import { randomUUID } from 'node:crypto';
import type { NewWorkflow } from '../../host/api.mts';
import { until } from '../../host/until.mts';
import type { TestClient } from '../../simulator/controlClient.mts';
import { openEnvironment, type Environment } from '../support/environment.mts';
import { startGate, type Gate } from '../support/gate.mts';
import { startOwnN8n, type OwnN8n } from '../support/ownN8n.mts';
import { activate } from '../support/triggers.mts';
import {
	after,
	ask,
	askAndWait,
	inStatus,
	payeeClient,
	returnUrl,
	startWaiting,
	wait,
	waitingAt,
} from '../support/waiting.mts';
import { chain, node, runToEnd } from '../support/workflows.mts';
import { resultsIn } from './waitingPayer.mts';

const hour = 3600;
const untimed = { settings: { executionOrder: 'v1', executionTimeout: -1 } };

/** An n8n that ends every execution after an hour, and runs one at a time. */
describe('in an n8n with limits', () => {
	let n8n: OwnN8n;
	let environment: Environment;
	let client: TestClient;
	let credential: Awaited<ReturnType<typeof payeeClient>>['credential'];
	let gate: Gate;

	beforeAll(async () => {
		n8n = await startOwnN8n(await openEnvironment(), {
			EXECUTIONS_TIMEOUT: String(hour),
			N8N_CONCURRENCY_PRODUCTION_LIMIT: '1',
		});
		environment = n8n.environment;
		({ client, credential } = await payeeClient(environment));
		gate = await startGate();
	});

	afterAll(async () => {
		gate?.stop();
		await n8n?.remove();
	});

	/** A workflow that a request starts, so that n8n counts its executions. */
	async function published(nodes: NewWorkflow['nodes']): Promise<{ id: string; url: string }> {
		const path = randomUUID();
		const hook = { ...node('Hook', 'n8n-nodes-base.webhook', 2, { path }), webhookId: path };
		const { pinData: _, ...workflow } = chain(`Limits ${path}`, [hook, ...nodes], []);
		const saved = await environment.api.createWorkflow({ ...workflow, ...untimed });
		await activate(environment, saved);
		return { id: saved.id, url: `${environment.n8nUrl}/webhook/${path}` };
	}

	it.each([
		['of the server', undefined],
		['of the workflow', { executionOrder: 'v1', executionTimeout: 2 * hour }],
	])('asks for no payment where the timeout %s would end the wait', async (_, settings) => {
		const workflow = { ...askAndWait(credential), ...(settings && { settings }) };
		const { status, data } = await runToEnd(environment.api, workflow);
		expect(status).toBe('error');
		expect(data.resultData.error?.message).toContain(
			"'Timeout Workflow' cannot be on with Wait for Payment",
		);
		expect((await client.ledger()).paymentRequests).toEqual([]);
	});

	it('waits once Timeout Workflow is turned off, and asks the fifth of five returns at once to check again', async () => {
		const waiting = await startWaiting(environment, { ...askAndWait(credential), ...untimed });
		const url = returnUrl(waiting);
		await client.addFaults({ kind: 'held-answer', match: { path: '/v2/payment-requests/*' } });
		const statuses: number[] = [];
		const returns = Array.from({ length: 5 }, async () => {
			statuses.push((await fetch(url)).status);
		});
		await until('the first answer', () => statuses.length > 0);
		await client.clearFaults();
		await Promise.all(returns);
		expect(statuses).toEqual([503, 200, 200, 200, 200]);
		await environment.control.payer('pay', waiting.paymentRequestId);
		expect(await (await fetch(url)).text()).toContain('Thank you');
		const run = await inStatus(environment, waiting.executionId, 'success', 'After');
		expect(resultsIn(run)).toMatchObject([{ outcome: 'paid' }]);
	});

	it('still waits for a payer whose return n8n has not continued with when it was killed', async () => {
		const shop = await published([ask(credential), wait(credential), after()]);
		await fetch(shop.url);
		const [{ id: executionId } = { id: '' }] = await until(
			'an execution',
			async () => await environment.api.executions(shop.id),
			(executions) => executions.length > 0 && executions,
		);
		const waiting = await waitingAt(environment, executionId, 'Ask');

		const jsCode = `await this.helpers.httpRequest({ url: '${gate.url}' }); return [];`;
		const other = await published([node('At the Gate', 'n8n-nodes-base.code', 2, { jsCode })]);
		await fetch(other.url);
		await until('an execution at the gate', () => gate.waiting() > 0);

		await environment.control.payer('pay', waiting.paymentRequestId);
		expect(await (await fetch(returnUrl(waiting))).text()).toContain('Thank you');
		await n8n.kill();
		await n8n.startAgain();
		expect((await environment.api.execution(executionId)).status).toBe('waiting');
		expect(await (await fetch(returnUrl(waiting))).text()).toContain('Thank you');
		const run = await inStatus(environment, executionId, 'success', 'After');
		expect(resultsIn(run)).toMatchObject([{ outcome: 'paid' }]);
	});
});
