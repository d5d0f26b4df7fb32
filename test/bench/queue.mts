import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { activate } from '../e2e/support/triggers.mts';
import { until } from '../host/until.mts';
import { chain, node, saveCredential } from '../e2e/support/workflows.mts';
import type { WorkflowNode } from '../host/api.mts';
import { startQueueMode, type QueueMode } from '../queue/queueMode.mts';
import type { Figure } from './figures.mts';
import { ourNode } from './payoutContenders.mts';
import { payoutRows } from './payoutRows.mts';
import { median, type Repetition } from './statistics.mts';

const BATCHES = 8;
const ROWS_OF_BATCH = 250;
const LATENCIES_MS = [0, 100];

interface Sample extends Record<string, number> {
	seconds: number;
	'payouts/s': number;
}

/**
 * Pays 2,000 rows in batches, each an execution of its own, with two workers and with one in turn.
 * n8n runs a sub-workflow where its parent runs, so the batches come by webhook.
 */
export async function measureQueue({ rounds, at }: Repetition): Promise<Figure[]> {
	const queue = await startQueueMode();
	try {
		const samples = new Map<string, Sample[]>();
		for (let round = 0; round < rounds; round++) {
			at(`two workers, ${round + 1} of ${rounds}`);
			await measureWorkers(queue, samples);
			const [second] = queue.workers.slice(1);
			second?.kill();
			await second?.ended;
			at(`one worker, ${round + 1} of ${rounds}`);
			await measureWorkers({ ...queue, workers: queue.workers.slice(0, 1) }, samples);
			await queue.replaceEnded();
		}
		return [...samples].map(([name, taken]) => asFigure(name, taken));
	} finally {
		await queue.stop();
	}
}

async function measureWorkers(queue: QueueMode, samples: Map<string, Sample[]>): Promise<void> {
	for (const latencyMs of LATENCIES_MS) {
		const name = `${queue.workers.length} at work, answered after ${latencyMs} ms`;
		const sample = await payBatches(queue, latencyMs);
		samples.set(name, [...(samples.get(name) ?? []), sample]);
	}
}

function asFigure(who: string, samples: Sample[]): Figure {
	const seconds = median(samples.map((sample) => sample.seconds));
	const values = { seconds, 'payouts/s': (BATCHES * ROWS_OF_BATCH) / seconds };
	return { what: `${BATCHES} batches of ${ROWS_OF_BATCH} payouts`, who, values };
}

async function payBatches(queue: QueueMode, ms: number): Promise<Sample> {
	const client = await queue.control.createClient();
	const match = { method: 'POST', path: '/v2/disbursements' };
	if (ms > 0) await client.addFaults({ kind: 'latency', ms, match });
	const credential = await saveCredential(queue, client);
	const start: WorkflowNode = {
		...node('Webhook', 'n8n-nodes-base.webhook', 2.1, { httpMethod: 'POST', path: randomUUID() }),
		webhookId: randomUUID(),
	};
	const split = node('Rows', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'body' });
	const { nodes, connections } = chain('', [start, split, ourNode(credential)], []);
	const workflow = await queue.api.createWorkflow({ name: randomUUID(), nodes, connections });
	await activate(queue, workflow);
	const url = `${queue.n8nUrl}/webhook/${String(start.parameters.path)}`;
	const began = performance.now();
	const sent = Array.from({ length: BATCHES }, async () => {
		const body = JSON.stringify(payoutRows(ROWS_OF_BATCH));
		const headers = { 'content-type': 'application/json' };
		const answer = await fetch(url, { method: 'POST', headers, body });
		if (!answer.ok) throw new Error(`n8n answered ${answer.status}.`);
	});
	await Promise.all(sent);
	const count = BATCHES * ROWS_OF_BATCH;
	await until(
		'all payouts to be made',
		async () => (await client.summary()).disbursements,
		(made) => made === count,
		{ interval: 50 },
	);
	const seconds = (performance.now() - began) / 1000;
	await until(
		'all executions to succeed',
		async () => await queue.api.executions(workflow.id),
		(runs) => runs.length === BATCHES && runs.every(({ status }) => status === 'success'),
	);
	return { seconds, 'payouts/s': count / seconds };
}
