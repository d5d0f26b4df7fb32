import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { Webhook } from 'standardwebhooks';
import { Pool } from 'undici';
import {
	activate,
	receivingClient,
	saveTriggered,
	trigger,
	urlOf,
} from '../e2e/support/triggers.mts';
import { node } from '../e2e/support/workflows.mts';
import type { WorkflowNode } from '../host/api.mts';
import { atLeast, atMost, type Figure } from './figures.mts';
import { cpuSeconds } from './processFigures.mts';
import type { Bench } from './start.mts';
import type { AtPart } from '../../scripts/progress.mts';
import { alternate, medians, percentile, type Repetition } from './statistics.mts';

const EVENTS = 150;
/** So many send at the same time. */
export const SENDERS = [1, 8, 32];
const SMALLEST_SHARE = 0.85;
const LARGEST_DELAY = 1.2;

/** An address of n8n that starts a workflow, and the secret that its events are signed with. */
interface Receiver {
	who: string;
	url: string;
	secret: string;
	workflowId: string;
}

/** n8n with one of its settings. */
export interface EventHost {
	/** for the table */
	where: string;
	/** of n8n's own receivers the one for which n8n prepares its expression engine as it does for ours */
	treatedAlike: 'Webhook node' | 'Webhook node with an expression';
}

/** Sends signed events until all were answered and all executions have ended. */
export async function measureEvents(
	bench: Bench,
	{ receivers, atOnce, ...host }: EventHost & { receivers: Receiver[]; atOnce: number },
	repetition: Repetition,
): Promise<Figure[]> {
	const results = await alternate(
		receivers,
		repetition,
		async (receiver) => await sendEvents(bench, receiver, { count: EVENTS, atOnce }),
	);
	return asFigures(`${EVENTS} events, ${atOnce} at once, ${host.where}`, results, host);
}

/**
 * Ours, n8n's own, and n8n's own with an expression, which n8n treats as it treats any other. Each has
 * received some events, after which n8n has compiled what it uses.
 */
export async function startReceivers(bench: Bench): Promise<Receiver[]> {
	const receivers = [
		await ourTrigger(bench),
		await stockTrigger(bench, 'Webhook node', {}),
		await stockTrigger(bench, 'Webhook node with an expression', {
			responseCode: { values: { responseCode: '={{ 200 }}' } },
		}),
	];
	for (const receiver of receivers) await sendEvents(bench, receiver, { count: 20, atOnce: 8 });
	return receivers;
}

/** What anybody can send to the address of a trigger, and what n8n does before it refuses it. */
export async function measureForgeries(
	bench: Bench,
	{ count, where }: { count: number; where: string },
	at: AtPart,
): Promise<Figure[]> {
	const { url } = await ourTrigger(bench);
	const forger = new Webhook(`whsec_${Buffer.from('somebody else, 24 bytes!').toString('base64')}`);
	const body = JSON.stringify({ type: 'disbursement', data: { id: 'x', status: 'completed' } });
	const json = { 'content-type': 'application/json' };
	const kinds = [
		{ who: 'Without signature headers', request: () => ({ headers: json, body }) },
		{ who: 'With a forged signature', request: () => signed(forger) },
	];
	const figures: Figure[] = [];
	for (const { who, request } of kinds) {
		at(who);
		const { origin, pathname } = new URL(url);
		const pool = new Pool(origin, { connections: 32 });
		const times: number[] = [];
		const left = Array.from({ length: count }).values();
		const cpuBefore = cpuSeconds(bench.n8nPid);
		const start = performance.now();
		const sender = async () => {
			for (const _ of left) {
				const sent = performance.now();
				const answer = await pool.request({ method: 'POST', path: pathname, ...request() });
				await answer.body.dump();
				if (answer.statusCode !== 401) throw new Error(`n8n answered ${answer.statusCode}.`);
				times.push(performance.now() - sent);
			}
		};
		await Promise.all(Array.from({ length: 32 }, sender));
		const seconds = (performance.now() - start) / 1000;
		await pool.close();
		figures.push({
			what: `${count.toLocaleString('en')} forged requests, 32 at once, ${where}`,
			who,
			values: {
				'requests/s': count / seconds,
				'p99 answer ms': percentile(times, 0.99),
				'n8n CPU ms per request': ((cpuSeconds(bench.n8nPid) - cpuBefore) * 1000) / count,
			},
		});
	}
	return figures;
}

type Sample = Awaited<ReturnType<typeof sendEvents>>;

function asFigures(
	what: string,
	results: Array<{ contender: Receiver; samples: Sample[] }>,
	{ treatedAlike }: EventHost,
): Figure[] {
	const figures = results.map(({ contender: { who }, samples }): Figure => {
		return { what, who, values: medians(samples) };
	});
	const [ours] = figures;
	const stock = figures.find(({ who }) => who === treatedAlike);
	const times = (name: keyof Sample) => (ours?.values[name] ?? NaN) / (stock?.values[name] ?? NaN);
	if (ours) {
		ours.targets = [
			atLeast(`of the ${treatedAlike}`, SMALLEST_SHARE, times('events/s')),
			atMost('times its p99', LARGEST_DELAY, times('p99 answer ms')),
		];
	}
	return figures;
}

async function ourTrigger(bench: Bench): Promise<Receiver> {
	const { client, credential } = await receivingClient(bench);
	const start = trigger(credential, { events: ['disbursement.completed'] });
	const workflow = await saveTriggered(bench, start);
	await activate(bench, workflow);
	const [subscription] = (await client.webhooks()).subscriptions;
	if (!subscription) throw new Error('The trigger did not subscribe.');
	const { secret } = subscription;
	return { who: 'Our trigger', url: urlOf(bench, start), secret, workflowId: workflow.id };
}

async function stockTrigger(
	bench: Bench,
	who: string,
	options: Record<string, unknown>,
): Promise<Receiver> {
	const path = randomUUID();
	const start: WorkflowNode = {
		...node('Webhook', 'n8n-nodes-base.webhook', 2.1, { httpMethod: 'POST', path, options }),
		webhookId: path,
	};
	const workflow = await saveTriggered(bench, start);
	await activate(bench, workflow);
	const secret = `whsec_${Buffer.from('made up: 24 bytes of key').toString('base64')}`;
	const url = `${bench.n8nUrl}/webhook/${path}`;
	return { who, url, secret, workflowId: workflow.id };
}

async function sendEvents(
	bench: Bench,
	{ url, secret, workflowId }: Receiver,
	{ count, atOnce }: { count: number; atOnce: number },
) {
	const signer = new Webhook(secret);
	const { origin, pathname } = new URL(url);
	const pool = new Pool(origin, { connections: atOnce });
	const answerTimes: number[] = [];
	const cpuBefore = cpuSeconds(bench.n8nPid);
	const start = performance.now();
	const left = Array.from({ length: count }).values();
	const sender = async () => {
		for (const _ of left) {
			const sent = performance.now();
			const request = signed(signer);
			const answer = await pool.request({ method: 'POST', path: pathname, ...request });
			await answer.body.dump();
			if (answer.statusCode !== 200) throw new Error(`n8n answered ${answer.statusCode}.`);
			answerTimes.push(performance.now() - sent);
		}
	};
	await Promise.all(Array.from({ length: atOnce }, sender));
	await untilIdle(bench, workflowId);
	const seconds = (performance.now() - start) / 1000;
	const cpu = cpuSeconds(bench.n8nPid) - cpuBefore;
	await pool.close();
	return {
		'events/s': count / seconds,
		'p99 answer ms': percentile(answerTimes, 0.99),
		'n8n CPU ms per event': (cpu * 1000) / count,
	};
}

function signed(signer: Webhook): { headers: Record<string, string>; body: string } {
	const id = `msg_${randomUUID()}`;
	const now = new Date();
	const body = JSON.stringify({
		type: 'disbursement',
		id: randomUUID(),
		data: {
			id: randomUUID(),
			status: 'completed',
			amount: { quantity: '150.00', currency: 'ZAR' },
			nonce: 'nonce-1',
		},
	});
	const headers = {
		'content-type': 'application/json',
		'webhook-id': id,
		'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
		'webhook-signature': signer.sign(id, now, body),
	};
	return { headers, body };
}

/** Waits until no execution of the workflow is under way: an answer comes before its end. */
async function untilIdle({ api }: Bench, workflowId: string): Promise<void> {
	for (;;) {
		const executions = await api.executions(workflowId);
		if (executions.every(({ status }) => status === 'success')) return;
		const bad = executions.find(({ status }) => ['error', 'crashed'].includes(status));
		if (bad) throw new Error(`Execution ${bad.id} ended with "${bad.status}".`);
		await new Promise((resolve) => setTimeout(resolve, 50));
	}
}
