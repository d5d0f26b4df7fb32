import { randomUUID } from 'node:crypto';
import type { WorkflowNode } from '../../host/api.mts';
import {
	activeTrigger,
	COMPLETED,
	disbursement,
	post,
	signedHeaders,
} from '../support/activeTrigger.mts';
import { openEnvironment, type Environment } from '../support/environment.mts';
import { Records } from '../support/records.mts';
import { answersTo, executionsOf, send, wentOn } from '../support/triggers.mts';
import { node, outputOf } from '../support/workflows.mts';

let environment: Environment;

beforeAll(async () => {
	environment = await openEnvironment();
});

const active = async (parameters?: Record<string, unknown>, after?: WorkflowNode) =>
	await activeTrigger(environment, parameters, after);

describe('an event', () => {
	it('starts the workflow with one item', async () => {
		const { client, workflow } = await active();
		const [eventId = ''] = await send(client, 'disbursement', disbursement('aWQ6MQ=='));
		expect(await answersTo(client, eventId)).toEqual([200]);
		const [run] = await executionsOf(environment, workflow, 1);
		expect(run?.status).toBe('success');
		expect(run && outputOf(run, 'After').map(({ json }) => json)).toEqual([
			{
				event: 'disbursement.completed',
				resource: 'disbursement',
				id: 'aWQ6MQ==',
				status: 'completed',
				reason: null,
				reasonText: null,
				amount: 150,
				currency: 'ZAR',
				externalReference: null,
				nonce: 'nonce-1',
				occurredAt: null,
				changeKey: 'disbursement.completed/aWQ6MQ==',
				eventId,
				receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
				raw: expect.objectContaining({ type: 'disbursement' }),
			},
		]);
	});

	it('has the columns that most workflows need with Simplify on', async () => {
		const { client, workflow } = await active({ ...COMPLETED, simplify: true });
		await send(client, 'disbursement', disbursement('aWQ6MQ=='));
		const [run] = await executionsOf(environment, workflow, 1);
		expect(run && outputOf(run, 'After').map(({ json }) => json)).toEqual([
			{
				event: 'disbursement.completed',
				externalReference: null,
				amount: 150,
				currency: 'ZAR',
				status: 'completed',
				reasonText: null,
				occurredAt: null,
				changeKey: 'disbursement.completed/aWQ6MQ==',
				id: 'aWQ6MQ==',
			},
		]);
	});

	it('of a real payout is read from both envelopes', async () => {
		const { client, workflow } = await active({
			events: ['disbursement.submitted', 'disbursement.completed', 'disbursement.error'],
		});
		const records = new Records(environment, client);
		for (const webhookEnvelope of ['A', 'B'] as const) {
			await client.change({ webhookEnvelope });
			const { id } = await records.disbursement(`payout-${webhookEnvelope}`);
			await environment.control.setDisbursementStatus(id, 'completed');
			await client.settleWebhooks();
		}
		const runs = await executionsOf(environment, workflow, 2);
		const events = runs.flatMap((run) => outputOf(run, 'After')).map(({ json }) => json);
		for (const envelope of ['A', 'B']) {
			expect(events).toContainEqual(
				expect.objectContaining({
					event: 'disbursement.completed',
					status: 'completed',
					amount: 150,
					externalReference: `payout-${envelope}`,
				}),
			);
		}
	});

	it('goes on once, however often and however close together it is delivered', async () => {
		const { client, workflow, url } = await active();
		const [subscription] = (await client.webhooks()).subscriptions;
		const bodies = [1, 2, 3].map((n) =>
			JSON.stringify({ type: 'disbursement', id: `evt_${n}`, data: disbursement(`id-${n}`) }),
		);
		const deliveries = bodies.flatMap((body, n) => {
			const headers = signedHeaders(subscription?.secret ?? '', `msg_${n}_${randomUUID()}`, body);
			return [1, 2, 3].map(async () => await post(url, headers, body));
		});
		expect((await Promise.all(deliveries)).map(({ status }) => status)).toEqual(Array(9).fill(200));
		const executions = await executionsOf(environment, workflow, 9);
		expect(executions).toHaveLength(9);
		expect(executions.every(({ status }) => status === 'success')).toBe(true);
		const ids = wentOn(executions).map((run) => outputOf(run, 'After')[0]?.json.id);
		expect(ids.sort()).toEqual(['id-1', 'id-2', 'id-3']);
	});

	it('of a kind that nobody chose is acknowledged and starts nothing', async () => {
		const { client, workflow } = await active();
		const [eventId = ''] = await send(client, 'disbursement', disbursement('x', 'paused'));
		expect(await answersTo(client, eventId)).toEqual([200]);
		await send(client, 'disbursement', disbursement('y'));
		expect(await executionsOf(environment, workflow, 1)).toHaveLength(1);
	});

	it('that a filter leaves out is acknowledged and starts nothing', async () => {
		const { client, workflow } = await active({
			...COMPLETED,
			options: { externalReferencePrefix: 'shop-' },
		});
		const [eventId = ''] = await send(client, 'disbursement', disbursement());
		expect(await answersTo(client, eventId)).toEqual([200]);
		await send(client, 'disbursement', { ...disbursement(), externalReference: 'shop-1' });
		expect(await executionsOf(environment, workflow, 1)).toHaveLength(1);
	});
});

describe('an event about a payment request', () => {
	const ofPayment = { events: ['paymentRequest.completed', 'paymentRequest.manually_completed'] };

	/** What the service sends of a payment whose money has arrived, in the envelope that tells no type. */
	const paid = (id: string) => {
		const state = { __typename: 'PaymentInitiationRequestCompleted' };
		const node = { id, state, paymentConfirmation: { __typename: 'PaymentReceived' } };
		return { data: { client: { paymentInitiationRequests: { node } } } };
	};

	it('is about the payment where only that was chosen, even if the money has arrived', async () => {
		const { client, workflow } = await active(ofPayment);
		await client.sendEvent('payment', paid('cGF5OjE='));
		const [run] = wentOn(await executionsOf(environment, workflow, 1));
		expect(run && outputOf(run, 'After')[0]?.json).toMatchObject({
			event: 'paymentRequest.completed',
			id: 'cGF5OjE=',
		});
	});

	it('is about the money where both were chosen, and two messages about it start one run', async () => {
		const events = [...ofPayment.events, 'paymentConfirmation.received'];
		const { client, workflow } = await active({ events });
		for (const type of ['payment', 'payment.confirmation']) {
			await client.sendEvent(type, paid('cGF5OjI='));
			await client.settleWebhooks();
		}
		const [run, ...others] = wentOn(await executionsOf(environment, workflow, 2));
		expect(others).toEqual([]);
		expect(run && outputOf(run, 'After')[0]?.json).toMatchObject({
			event: 'paymentConfirmation.received',
		});
	});

	it.each(['A', 'B'] as const)(
		'that was completed by hand says so, in envelope %s',
		async (envelope) => {
			const { client, workflow } = await active(ofPayment);
			await client.change({ webhookEnvelope: envelope });
			const { id } = await new Records(environment, client).paymentRequest('order-1');
			await environment.control.completeByHand(id);
			const [run] = wentOn(await executionsOf(environment, workflow, 1));
			expect(run && outputOf(run, 'After')[0]?.json).toMatchObject({
				event: 'paymentRequest.manually_completed',
				status: 'manually_completed',
				id,
			});
		},
	);
});

describe('in the editor', () => {
	it('"Listen for test event" takes one event at an address of its own', async () => {
		const { client, workflow, start, url } = await active();
		const { api } = environment;
		const listen = async () =>
			await api.request<{ waitingForWebhook?: boolean }>(
				'POST',
				`/rest/workflows/${workflow.id}/run`,
				{ triggerToStartFrom: { name: start.name } },
			);
		expect(await listen()).toMatchObject({ waitingForWebhook: true });
		const testUrl = url.replace('/webhook/', '/webhook-test/');
		const { subscriptions } = await client.webhooks();
		expect(subscriptions.map((each) => each.url).sort()).toEqual([url, testUrl].sort());

		// The same event reaches both addresses; the test must not use it up.
		const test = subscriptions.find((each) => each.url === testUrl);
		const live = subscriptions.find((each) => each.url === url);
		const body = JSON.stringify({ type: 'disbursement', id: 'evt', data: disbursement() });
		const forged = signedHeaders(`whsec_${Buffer.alloc(24, 9).toString('base64')}`, 'msg_e', body);
		expect(await post(testUrl, forged, body)).toEqual({ status: 401, text: '' });
		const sent = signedHeaders(test?.secret ?? '', 'msg_e', body);
		expect(await post(testUrl, sent, body)).toMatchObject({ status: 200 });
		await executionsOf(environment, workflow, 1);
		const again = signedHeaders(live?.secret ?? '', 'msg_e', body);
		expect(await post(url, again, body)).toMatchObject({ status: 200 });
		const executions = await executionsOf(environment, workflow, 2);
		expect(wentOn(executions).map(({ mode }) => mode)).toEqual(['manual', 'webhook']);
		expect((await client.webhooks()).subscriptions.map((each) => each.url)).toEqual([url]);
	});
});

describe('when the current resource is asked for', () => {
	const fetching = { ...COMPLETED, options: { fetchCurrentResource: true } };

	it('an event that could not be completed can be retried, and repetitions stay out', async () => {
		const { client, workflow } = await active(fetching);
		const [eventId = ''] = await send(client, 'disbursement', disbursement('bm8gc3VjaCBpZA=='));
		const [failed] = await executionsOf(environment, workflow, 1);
		expect(failed?.status).toBe('error');
		expect(failed?.data.resultData.error?.message).toMatch(/does not know this ID/);

		// Nothing was recorded, so a repeated delivery tries again.
		await client.resendEvent(eventId);
		const [, second] = await executionsOf(environment, workflow, 2);
		expect(second?.status).toBe('error');

		const retried = await environment.api.retryExecution(failed?.id ?? '');
		const run = await environment.api.finished(retried);
		expect(run.mode).toBe('retry');
		expect(run.data.resultData.error?.message).toMatch(/does not know this ID/);
	});

	it('a terminal session and its refund stand beside their events, too', async () => {
		const events = ['terminalSession.success', 'refund.completed'];
		const parameters = { events, options: { fetchCurrentResource: true } };
		const chosenScopes = ['client_refund', 'client_terminal_session'];
		const more = { chosenScopes };
		const { client, workflow } = await activeTrigger(environment, parameters, undefined, more);
		const records = new Records(environment, client);
		const session = await records.paidTerminalSession('till-1', 150);
		const refund = await records.refund('till-2');
		await send(client, 'refund', { id: refund.id, status: 'completed' });
		// One event of each session, and one of the refund.
		const runs = wentOn(await executionsOf(environment, workflow, 3));
		const told = runs.map((run) => outputOf(run, 'After')[0]?.json);
		expect(told).toContainEqual(
			expect.objectContaining({
				event: 'terminalSession.success',
				amount: 150,
				current: expect.objectContaining({ id: session.id, status: 'success' }),
			}),
		);
		expect(told).toContainEqual(
			expect.objectContaining({
				event: 'refund.completed',
				amount: 40,
				current: expect.objectContaining({ id: refund.id }),
			}),
		);
	});

	it('it stands beside the event as it is now', async () => {
		const { client, workflow } = await active(fetching);
		const { id } = await new Records(environment, client).disbursement('payout-1');
		await send(client, 'disbursement', { id, status: 'completed' });
		const [run] = wentOn(await executionsOf(environment, workflow, 1));
		expect(run && outputOf(run, 'After')[0]?.json).toMatchObject({
			status: 'completed',
			externalReference: 'payout-1',
			amount: 150,
			current: { id, externalReference: 'payout-1' },
		});
	});
});

describe('after a failure further down', () => {
	it('a retry goes on with the same event, and a repetition does not', async () => {
		const failing = node('After', 'n8n-nodes-base.stopAndError', 1, { errorMessage: 'not today' });
		const { client, workflow } = await active(COMPLETED, failing);
		const [eventId = ''] = await send(client, 'disbursement', disbursement());
		const [failed] = await executionsOf(environment, workflow, 1);
		expect(failed?.status).toBe('error');
		await client.resendEvent(eventId);
		const [, repeated] = await executionsOf(environment, workflow, 2);
		expect(repeated?.status).toBe('success');
		const retried = await environment.api.retryExecution(failed?.id ?? '');
		expect((await environment.api.finished(retried)).data.resultData.error?.message).toContain(
			'not today',
		);
	});
});
