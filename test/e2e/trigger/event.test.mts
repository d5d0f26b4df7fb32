import { randomUUID } from 'node:crypto';
import type { WorkflowNode } from '../../host/api.mts';
import { until } from '../../host/until.mts';
import {
	activeTrigger,
	COMPLETED,
	disbursement,
	post,
	signedHeaders,
} from '../support/activeTrigger.mts';
import { openEnvironment, type Environment } from '../support/environment.mts';
import { Records } from '../support/records.mts';
import { activate, answersTo, executionsOf, send, wentOn } from '../support/triggers.mts';
import { editNode, expectSuccess, node, outputOf } from '../support/workflows.mts';

let environment: Environment;

beforeAll(async () => {
	environment = await openEnvironment();
});

const active = async (parameters?: Record<string, unknown>, behind?: WorkflowNode[]) =>
	await activeTrigger(environment, parameters, behind);

describe('an event', () => {
	it('starts the workflow with one item', async () => {
		const { client, workflow } = await active();
		const [eventId = ''] = await send(client, 'disbursement', disbursement('aWQ6MQ=='));
		expect(await answersTo(client, eventId)).toEqual([200]);
		const [run] = await executionsOf(environment, workflow, 1);
		expectSuccess(run);
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

	it('starts the workflow once, however often and however close together it is delivered', async () => {
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
});

describe('forty events in a form that is not known', () => {
	it('each fails an execution, and passes by a retry once Unknown Event is chosen', async () => {
		const { client, start, workflow } = await active({ events: ['paymentConfirmation.received'] });
		const { api } = environment;
		const type = 'payment.confirmation';
		const ids = [...Array(40).keys()].map((n) => `payment-${n}`);
		for (const id of ids) await client.sendEvent(type, { type, confirmation: { payment: { id } } });
		await client.settleWebhooks();
		const failed = await executionsOf(environment, workflow, ids.length);
		expect(failed).toHaveLength(ids.length);
		for (const { data } of failed) {
			expect(data.resultData.error?.message).toMatch(/^Stitch sent an event in a form that this /);
		}
		const edited = await editNode(api, workflow, start.name, ({ parameters }) => ({
			parameters: { ...parameters, events: ['paymentConfirmation.received', 'unknown'] },
		}));
		await activate(environment, edited);
		const retried = [];
		for (const { id } of failed) retried.push(await api.finished(await api.retryExecution(id)));
		const passed = wentOn(retried).flatMap((run) => outputOf(run, 'After').map(({ json }) => json));
		const bodies = passed.map(({ raw }) => JSON.stringify(raw));
		const sent = ids.map((id) => JSON.stringify({ type, confirmation: { payment: { id } } }));
		expect(bodies.sort()).toEqual(sent.sort());
	});
});

describe('in the editor', () => {
	it('"Listen for test event" receives one event at a separate address', async () => {
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
		// n8n deletes it after the test has begun.
		const left = await until(
			'the subscription of the test to be deleted',
			async () => (await client.webhooks()).subscriptions.map((each) => each.url),
			(urls) => urls.length < 2 && urls,
		);
		expect(left).toEqual([url]);
	});
});

describe('when the current resource is asked for', () => {
	const fetching = { ...COMPLETED, options: { fetchCurrentResource: true } };

	it('it is next to the event, as it is now', async () => {
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
	it('a retry continues with the same event, and a repetition does not', async () => {
		const failing = node('After', 'n8n-nodes-base.stopAndError', 1, { errorMessage: 'not today' });
		const { client, workflow } = await active(COMPLETED, [failing]);
		const [eventId = ''] = await send(client, 'disbursement', disbursement());
		const [failed] = await executionsOf(environment, workflow, 1);
		expect(failed?.status).toBe('error');
		await client.resendEvent(eventId);
		const [, repeated] = await executionsOf(environment, workflow, 2);
		expectSuccess(repeated);
		const retried = await environment.api.retryExecution(failed?.id ?? '');
		expect((await environment.api.finished(retried)).data.resultData.error?.message).toContain(
			'not today',
		);
	});
});
