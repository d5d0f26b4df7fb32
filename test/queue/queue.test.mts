import { activeTrigger } from '../e2e/support/activeTrigger.mts';
import {
	expectEachPaidOnce,
	paidOff,
	payroll,
	PAYOUTS,
	untilAccepted,
} from '../e2e/support/payroll.mts';
import { expectNothingLostByPublishing } from '../e2e/support/pollingTrigger.mts';
import { deactivate, wentOn } from '../e2e/support/triggers.mts';
import {
	askAndWait,
	inStatus,
	payeeClient,
	returnUrl,
	startWaiting,
} from '../e2e/support/waiting.mts';
import { expectSuccess, outputOf } from '../e2e/support/workflows.mts';
import type { Execution, SavedWorkflow } from '../host/api.mts';
import type { N8n } from '../host/n8n.mts';
import { until } from '../host/until.mts';
import { THOROUGH } from '../setup/thorough.mts';
import { startQueueMode, type QueueMode } from './queueMode.mts';
import { announce, announceMany, statesOf, untilDelivered } from './sentEvents.mts';

/** Rows of a payout that events arrive during. */
const ROWS = THOROUGH ? 2_000 : 400;

/** Until n8n misses a killed worker: nothing changes as long as its jobs are locked, longer on a busy machine. */
const UNTIL_MISSED = 3 * 60_000;

describe('in queue mode, with two workers and two webhook processes,', () => {
	let queue: QueueMode;

	beforeAll(async () => {
		queue = await startQueueMode();
	});

	beforeEach(async () => {
		await queue.replaceEnded();
	});

	afterAll(async () => {
		await queue?.stop();
	});

	it('a payout of many rows pays each row once while events arrive, and each event starts one run', async () => {
		const { client, workflow } = await activeTrigger(queue);
		const payer = await queue.control.createClient();
		// As far away as the real service is; else all are paid before the events are there.
		await payer.addFaults({ kind: 'latency', ms: 25, match: PAYOUTS });
		// On a busy machine an event may take longer to start its run than all payouts take.
		await payer.addFaults({ kind: 'held-answer', match: PAYOUTS, requests: [ROWS] });
		const saved = await queue.api.createWorkflow(await payroll(queue, payer, ROWS));
		const executionId = await queue.api.run(saved, 'Start');
		const eventIds: string[] = [];
		for (let event = 0; event < ROWS / 40; event++) {
			await untilAccepted(payer, event * 40 + 1);
			eventIds.push(await announce(client, `during-${event}`));
		}
		await until(
			'the end of a run that an event has started',
			async () => await queue.api.executions(workflow.id),
			(runs) => runs.some(({ stoppedAt }) => stoppedAt),
		);
		await payer.clearFaults();
		const run = await paidOff(queue, payer, executionId);

		expectSuccess(run);
		await expectEachPaidOnce(payer, run, ROWS);
		await untilDelivered(client, eventIds.length);
		await expectOneRunEach(workflow, eventIds);
		const meanwhile = (await queue.api.executions(workflow.id)).filter(
			({ startedAt }) => startedAt > run.startedAt && startedAt < String(run.stoppedAt),
		);
		expect(meanwhile).not.toEqual([]);
		await deactivate(queue, workflow);
	});

	it('a worker that is killed midway loses no row and doubles none: the next run pays the rest', async () => {
		const payer = await queue.control.createClient();
		const saved = await queue.api.createWorkflow(await payroll(queue, payer, 1_000));
		// The service does not answer from payout 401 on, so the worker cannot have finished.
		const held = Array.from({ length: 600 }, (_, payoutNumber) => payoutNumber + 401);
		await payer.addFaults({ kind: 'held-answer', match: PAYOUTS, requests: held });
		const executionId = await queue.api.run(saved, 'Start');
		await untilAccepted(payer, 400);
		const worker = workerOf(executionId);
		worker.kill();
		await worker.ended;
		await payer.clearFaults();
		// As whoever looks after the processes does, without waiting for n8n to miss the worker.
		await queue.replaceEnded();
		const crashed = await queue.api.finished(executionId, UNTIL_MISSED);
		expect(['crashed', 'error']).toContain(crashed.status);
		expect((await payer.summary()).disbursements).toBeLessThan(1_000);

		const run = await paidOff(queue, payer, await queue.api.run(saved, 'Start'));
		expectSuccess(run);
		await expectEachPaidOnce(payer, run, 1_000);
	});

	it('events that are sent before, during and after a restart of the webhook processes start one run each, in whatever order', async () => {
		const { client, workflow } = await activeTrigger(queue);
		const { control } = queue;
		const before = await announceMany(client, 'before', 5);
		await untilDelivered(client, 5);

		// The sender tries again after 5 s and then after 5 minutes.
		await control.setTimeScale(0);
		const [orderly, crashing] = queue.webhookProcesses;
		crashing?.kill();
		await Promise.all([orderly?.stop(), crashing?.ended]);
		const during = await announceMany(client, 'during', 5);
		await client.settleWebhooks();
		await control.advance(5_000);
		await client.settleWebhooks();
		expect(await statesOf(client)).toEqual({ delivered: 5, waiting: 5 });
		await queue.replaceEnded();
		await control.setTimeScale(1);
		const after = await announceMany(client, 'after', 5);
		await untilDelivered(client, 10);
		await expectOneRunEach(workflow, [...before, ...after]);
		await control.advance(5 * 60_000);
		await untilDelivered(client, 15);
		// The events from the time of the restart have run last, though others were sent later.
		await expectOneRunEach(workflow, [...before, ...after, ...during]);
		await deactivate(queue, workflow);
	});

	it('an event that is delivered three times, 5 s apart, starts one run', async () => {
		const { client, workflow } = await activeTrigger(queue);
		const { balancer, control } = queue;
		let deliveries = 0;
		balancer.losesAnswer = () => ++deliveries < 3;
		try {
			await control.setTimeScale(0);
			const eventId = await announce(client, 'thrice');
			for (const pause of [5_000, 5 * 60_000]) {
				await client.settleWebhooks();
				await endedExecutions(workflow, deliveries);
				await control.advance(pause);
			}
			await untilDelivered(client, 1);
			expect(deliveries).toBe(3);
			await expectOneRunEach(workflow, [eventId], 3);
		} finally {
			await control.setTimeScale(1);
			balancer.losesAnswer = () => false;
		}
		await deactivate(queue, workflow);
	});

	it('the polling trigger starts a run for each change that a poll has found while the workflow is published again', async () => {
		await expectNothingLostByPublishing(queue);
	});

	// Last: nothing after it needs another worker in the place of the one that it kills.
	it('a waiting execution continues at the other worker when the payer returns', async () => {
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
			{
				waitForPayment: {
					outcome: 'paid',
					paymentRequest: { id: waiting.paymentRequestId, status: 'completed' },
				},
			},
		]);
		const [other] = queue.workers.filter((each) => each !== worker);
		expect(other?.log()).toContain(startOf(waiting.executionId));
	});

	/** The worker that says that it has started an execution. */
	function workerOf(executionId: string): N8n {
		const found = queue.workers.find((worker) => worker.log().includes(startOf(executionId)));
		if (!found) throw new Error(`No worker has started execution ${executionId}.`);
		return found;
	}

	/** Of so many deliveries in all, or more (n8n lists 100), each event has gone on once. */
	async function expectOneRunEach(
		workflow: SavedWorkflow,
		eventIds: string[],
		deliveries = eventIds.length,
	) {
		const runs = wentOn(await endedExecutions(workflow, deliveries));
		const ids = runs.flatMap((run) => outputOf(run, 'After').map(({ json }) => json.eventId));
		expect(ids.sort()).toEqual([...eventIds].sort());
	}

	async function endedExecutions(workflow: SavedWorkflow, count: number): Promise<Execution[]> {
		const all = await until(
			`${count} finished executions and none that runs`,
			async () => await queue.api.executions(workflow.id),
			(started) =>
				started.length >= count && started.every(({ stoppedAt }) => stoppedAt) && started,
		);
		expect(new Set(all.map(({ status }) => status))).toEqual(new Set(['success']));
		return await Promise.all(all.map(async ({ id }) => await queue.api.execution(id)));
	}
});

/** What a worker's log says when an execution starts there. */
function startOf(executionId: string): string {
	return `Worker started execution ${executionId} `;
}
