import type { Credential, Execution, SavedWorkflow } from '../../host/api.mts';
import type { N8n } from '../../host/n8n.mts';
import type { TestClient } from '../../simulator/control-client.mts';
import {
	activate,
	deactivate,
	receivingClient,
	saveTriggered,
	trigger,
	wentOn,
} from '../triggers.mts';
import { askAndWait, inStatus, payeeClient, returnUrl, startWaiting } from '../waiting.mts';
import { chain, manualTrigger, outputOf, saveCredential, stitch } from '../workflows.mts';
import { startQueueMode, type QueueMode } from './environment.mts';

const COMPLETED = { events: ['disbursement.completed'] };

describe('in queue mode, with two workers and two webhook processes,', () => {
	let queue: QueueMode;

	beforeAll(async () => {
		queue = await startQueueMode();
	}, 300_000);

	afterEach(async () => {
		await queue.replaceEnded();
	}, 180_000);

	afterAll(async () => {
		await queue?.stop();
	}, 60_000);

	it('a payout of 2,000 rows pays each row once while events arrive, and each event starts one run', async () => {
		const { client, workflow } = await activeTrigger();
		const payer = await queue.control.createClient();
		const saved = await queue.api.createWorkflow(await payout(payer, 2_000));
		const executionId = await queue.api.run(saved, 'Start');
		const eventIds: string[] = [];
		for (let event = 0; event < 50; event++) {
			await untilPaid(payer, event * 40 + 1);
			eventIds.push(await announce(client, `during-${event}`));
		}
		const run = await queue.api.finished(executionId, 60_000);

		expectSuccess(run);
		await expectEachPaidOnce(payer, run, 2_000);
		await expectOneRunEach(workflow, eventIds, eventIds.length);
		await deactivate(queue, workflow);
	}, 120_000);

	it('a worker that is killed midway loses no row and doubles none: the next run pays the rest', async () => {
		const payer = await queue.control.createClient();
		const saved = await queue.api.createWorkflow(await payout(payer, 1_000));
		const executionId = await queue.api.run(saved, 'Start');
		await untilPaid(payer, 400);
		const worker = workerOf(executionId);
		worker.kill();
		await worker.ended;
		const crashed = await queue.api.finished(executionId);
		expect(['crashed', 'error']).toContain(crashed.status);
		expect((await payer.summary()).disbursements).toBeLessThan(1_000);

		const run = await queue.api.finished(await queue.api.run(saved, 'Start'));
		expectSuccess(run);
		await expectEachPaidOnce(payer, run, 1_000);
	}, 120_000);

	it('a waiting execution goes on at the other worker when the payer comes back', async () => {
		const { credential } = await payeeClient(queue);
		const waiting = await startWaiting(queue, askAndWait(credential));
		expect(waiting.resumeUrl.origin).toBe(queue.balancer.url);
		const worker = workerOf(waiting.executionId);
		worker.kill();
		await worker.ended;
		await queue.control.payer('pay', waiting.paymentRequestId);
		const page = await fetch(returnUrl(waiting));
		expect(await page.text()).toContain('Thank you');
		const run = await inStatus(queue, waiting.executionId, 'success', 'After');
		expect(outputOf(run, 'After').map(({ json }) => json)).toMatchObject([
			{ id: waiting.paymentRequestId, status: 'completed', outcome: 'paid' },
		]);
		const [other] = queue.workers.filter((each) => each !== worker);
		expect(other?.log()).toContain(startOf(waiting.executionId));
	}, 120_000);

	it('events that are sent before, during and after a restart of the webhook processes start one run each', async () => {
		const { client, workflow } = await activeTrigger();
		const eventIds = await announceMany(client, 'before', 5);
		await untilDelivered(client, 5);

		const [orderly, crashing] = queue.webhookProcesses;
		crashing?.kill();
		await Promise.all([orderly?.stop(), crashing?.ended]);
		eventIds.push(...(await announceMany(client, 'during', 5)));
		await client.settleWebhooks();
		expect(await statesOf(client)).toEqual({ delivered: 5, waiting: 5 });
		await queue.replaceEnded();
		eventIds.push(...(await announceMany(client, 'after', 5)));
		// The sender tries again after 5 s and then after 5 minutes.
		await queue.control.advance(5 * 60_000);
		await untilDelivered(client, 15);

		await expectOneRunEach(workflow, eventIds, 15);
		await deactivate(queue, workflow);
	}, 120_000);

	it('events of which each is delivered three times, 5 s apart, start one run each', async () => {
		const { client, workflow } = await activeTrigger();
		const { balancer, control } = queue;
		const deliveries = new Map<unknown, number>();
		balancer.answered.clear();
		balancer.losesAnswer = ({ headers }) => {
			const id = headers['webhook-id'] ?? headers['svix-id'];
			deliveries.set(id, (deliveries.get(id) ?? 0) + 1);
			return Number(deliveries.get(id)) < 3;
		};
		try {
			const eventIds = await announceMany(client, 'thrice', 25);
			await until(async () => (await attemptsOf(client)).every(({ length }) => length === 2));
			// Its next pause is 5 minutes.
			await control.setTimeScale(60);
			await untilDelivered(client, 25);
			expect(await attemptsOf(client)).toEqual(Array(25).fill([0, 0, 200]));
			await expectOneRunEach(workflow, eventIds, 75);
		} finally {
			await control.setTimeScale(1);
			balancer.losesAnswer = () => false;
		}
		expect([...balancer.answered.keys()].sort()).toEqual([...balancer.targets].sort());
		const ran = (await queue.api.executions(workflow.id)).map(({ id }) => workerOf(id));
		expect(new Set(ran)).toEqual(new Set(queue.workers));
		await deactivate(queue, workflow);
	}, 120_000);

	/** An active workflow that starts on events, and the client that sends them. */
	async function activeTrigger(): Promise<{ client: TestClient; workflow: SavedWorkflow }> {
		const { client, credential } = await receivingClient(queue);
		const workflow = await saveTriggered(queue, trigger(credential, COMPLETED));
		expect(await activate(queue, workflow)).toMatchObject({ status: 'published' });
		return { client, workflow };
	}

	async function payout(payer: TestClient, count: number) {
		const credential: Credential = await saveCredential(queue, payer);
		const pay = stitch('Pay', credential, {
			resource: 'disbursement',
			operation: 'create',
			amount: '10.00',
			externalReference: '={{ $json.reference }}',
			beneficiaryName: 'Payee',
			bank: 'fnb',
			accountNumber: '1234567890',
			beneficiaryReference: 'Salary',
			options: {},
		});
		const rows = Array.from({ length: count }, (_, row) => ({ reference: `employee-${row}` }));
		return chain('Payout', [manualTrigger(), pay], rows);
	}

	/** The worker that says that it has started an execution. */
	function workerOf(executionId: string): N8n {
		const found = queue.workers.find((worker) => worker.log().includes(startOf(executionId)));
		if (!found) throw new Error(`No worker has started execution ${executionId}.`);
		return found;
	}

	/** Of so many deliveries in all (n8n lists 100), each event has gone on once. */
	async function expectOneRunEach(workflow: SavedWorkflow, eventIds: string[], deliveries: number) {
		const runs = wentOn(await endedExecutions(workflow, deliveries));
		const ids = runs.flatMap((run) => outputOf(run, 'After').map(({ json }) => json.eventId));
		expect(ids.sort()).toEqual([...eventIds].sort());
	}

	async function endedExecutions(workflow: SavedWorkflow, count: number): Promise<Execution[]> {
		await until(async () => {
			const all = await queue.api.executions(workflow.id);
			return all.length >= count && all.every(({ stoppedAt }) => stoppedAt);
		});
		const all = await queue.api.executions(workflow.id);
		expect(all.map(({ status }) => status)).toEqual(Array<string>(count).fill('success'));
		return await Promise.all(all.map(async ({ id }) => await queue.api.execution(id)));
	}
});

/** What a worker's log says when an execution starts there. */
function startOf(executionId: string): string {
	return `Worker started execution ${executionId} `;
}

/** Sends an event and does not wait for its answer. */
async function announce(client: TestClient, disbursementId: string): Promise<string> {
	const data = { id: disbursementId, status: 'completed' };
	const payload = { type: 'disbursement', id: `event-${disbursementId}`, data };
	const { eventIds } = await client.sendEvent('disbursement', payload);
	expect(eventIds).toHaveLength(1);
	return eventIds[0] ?? '';
}

async function announceMany(client: TestClient, prefix: string, count: number): Promise<string[]> {
	const names = Array.from({ length: count }, (_, event) => `${prefix}-${event}`);
	return await Promise.all(names.map(async (name) => await announce(client, name)));
}

/** How many of a client's deliveries are in which state. */
async function statesOf(client: TestClient): Promise<Record<string, number>> {
	const counts: Record<string, number> = {};
	for (const { state } of (await client.webhooks()).deliveries) {
		counts[state] = (counts[state] ?? 0) + 1;
	}
	return counts;
}

/** The statuses that each of a client's events got; 0 where the answer was lost. */
async function attemptsOf(client: TestClient): Promise<number[][]> {
	const { deliveries } = await client.webhooks();
	return deliveries.map(({ attempts }) => attempts.map(({ status }) => status));
}

async function untilDelivered(client: TestClient, count: number): Promise<void> {
	await until(async () => (await statesOf(client)).delivered === count);
}

function expectSuccess({ status, data }: Execution): void {
	const message = data?.resultData?.error?.message;
	expect({ status, message }).toEqual({ status: 'success', message: undefined });
}

/** Every row has the disbursement that the service made for it, and the service made no other. */
async function expectEachPaidOnce(payer: TestClient, run: Execution, count: number): Promise<void> {
	const { disbursements } = await payer.ledger();
	const paid = disbursements.map(({ externalReference, id }) => `${externalReference} ${id}`);
	const returned = outputOf(run, 'Pay').map(({ json }) => `${json.externalReference} ${json.id}`);
	expect(paid.length).toBe(count);
	expect(new Set(disbursements.map(({ externalReference }) => externalReference)).size).toBe(count);
	expect(returned.sort()).toEqual(paid.sort());
}

async function untilPaid(payer: TestClient, count: number): Promise<void> {
	await until(async () => (await payer.summary()).disbursements >= count, 5);
}

async function until(condition: () => Promise<boolean>, interval = 100): Promise<void> {
	const deadline = Date.now() + 60_000;
	while (!(await condition())) {
		if (Date.now() > deadline) throw new Error('It did not come about in time.');
		await new Promise((resolve) => setTimeout(resolve, interval));
	}
}
