import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { WorkflowNode } from '../host/api.mts';
import { openEnvironment, type Environment } from './environment.mts';
import {
	activate,
	answersTo,
	deactivate,
	executionsOf,
	receivingClient,
	saveTriggered,
	send,
	trigger,
	urlOf,
	webhooksOf,
	wentOn,
} from './triggers.mts';
import { node, outputOf } from './workflows.mts';

const COMPLETED = { events: ['disbursement.completed'] };

let environment: Environment;

beforeAll(async () => {
	environment = await openEnvironment();
});

const disbursement = (id: string = randomUUID(), status = 'completed') => ({
	id,
	status,
	amount: { quantity: '150.00', currency: 'ZAR' },
	nonce: 'nonce-1',
});

/** An active workflow that starts on events, and the client that sends them. */
async function active(parameters: Record<string, unknown> = COMPLETED, after?: WorkflowNode) {
	const { client, credential } = await receivingClient(environment);
	const start = trigger(credential, parameters);
	const workflow = await saveTriggered(environment, start, after);
	await activate(environment, workflow);
	return { client, credential, start, workflow, url: urlOf(environment, start) };
}

async function post(url: string, headers: Record<string, string>, body: string) {
	const answer = await fetch(url, { method: 'POST', headers, body });
	return { status: answer.status, text: await answer.text() };
}

describe('the subscription', () => {
	it('comes with activation, for the chosen kinds alone, and goes with deactivation', async () => {
		const { client, workflow, url } = await active({
			events: ['disbursement.completed', 'disbursement.error', 'paymentConfirmation.received'],
		});
		expect((await webhooksOf(client)).subscriptions).toEqual([
			expect.objectContaining({ url, filterTypes: ['disbursement', 'payment.confirmation'] }),
		]);
		await deactivate(environment, workflow);
		expect((await webhooksOf(client)).subscriptions).toEqual([]);
	});

	it('is one after any number of activations, with the kinds of the last', async () => {
		const { client, start, workflow, url } = await active();
		const { api } = environment;
		await deactivate(environment, workflow);
		await activate(environment, workflow);
		const { nodes } = workflow;
		const edited = await api.updateWorkflow(workflow.id, {
			nodes: nodes.map((each) =>
				each.name === start.name
					? { ...each, parameters: { ...each.parameters, events: ['refund.completed'] } }
					: each,
			),
		});
		await activate(environment, edited);
		expect((await webhooksOf(client)).subscriptions).toEqual([
			expect.objectContaining({ url, filterTypes: ['refund'] }),
		]);
		await deactivate(environment, workflow);
		expect((await webhooksOf(client)).subscriptions).toEqual([]);
	});

	it('replaces one at the same address whose secret nobody here knows', async () => {
		const { client, credential } = await receivingClient(environment);
		const start = trigger(credential, COMPLETED);
		const token = await client.token('client_paymentrequest');
		const query = `mutation { clientWebhookAdd(input: { url: "${urlOf(environment, start)}", filterTypes: ["disbursement"] }) { id } }`;
		await fetch(`${environment.service.graphqlUrl}/graphql`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
			body: JSON.stringify({ query }),
		});
		const [before] = (await webhooksOf(client)).subscriptions;
		const workflow = await saveTriggered(environment, start);
		await activate(environment, workflow);
		const { subscriptions } = await webhooksOf(client);
		expect(subscriptions).toHaveLength(1);
		expect(subscriptions[0]?.id).not.toBe(before?.id);
		await send(client, 'disbursement', disbursement());
		expect(wentOn(await executionsOf(environment, workflow, 1))).toHaveLength(1);
	});

	it('leaves alone what is subscribed at other addresses', async () => {
		const first = await active();
		const start = trigger(first.credential, COMPLETED);
		const second = await saveTriggered(environment, start);
		await activate(environment, second);
		await deactivate(environment, second);
		expect((await webhooksOf(first.client)).subscriptions).toEqual([
			expect.objectContaining({ url: first.url }),
		]);
	});

	it('that is gone already does not keep a workflow from being deactivated', async () => {
		const { client, workflow, url } = await active();
		const token = await client.token('client_paymentrequest');
		const query = `mutation { clientWebhookDelete(input: { url: "${url}" }) { url } }`;
		await fetch(`${environment.service.graphqlUrl}/graphql`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
			body: JSON.stringify({ query }),
		});
		expect(await deactivate(environment, workflow)).toMatchObject({ status: 'not_published' });
	});

	it('that the service refuses keeps the workflow inactive, and says why', async () => {
		const { client, credential } = await receivingClient(environment);
		await client.change({ allowLoopbackWebhooks: false });
		const workflow = await saveTriggered(environment, trigger(credential, COMPLETED));
		const { status, triggers } = await activate(environment, workflow);
		expect(status).toBe('failed');
		expect(triggers[0]?.errorMessage).toMatch(
			/Stitch refused the event subscription.*public https/,
		);
		expect((await webhooksOf(client)).subscriptions).toEqual([]);
	});

	it('serves each of two triggers in one workflow', async () => {
		const { client, credential } = await receivingClient(environment);
		const one = trigger(credential, COMPLETED, 'One');
		const other = trigger(credential, { events: ['refund.completed'] }, 'Other');
		const after = node('After', 'n8n-nodes-base.noOp', 1, {});
		const connection = { main: [[{ node: 'After', type: 'main', index: 0 }]] };
		const workflow = await environment.api.createWorkflow({
			name: 'Two triggers',
			nodes: [one, other, after],
			connections: { One: connection, Other: connection },
		});
		await activate(environment, workflow);
		expect((await webhooksOf(client)).subscriptions).toHaveLength(2);
		await send(client, 'disbursement', disbursement());
		await send(client, 'refund', { id: 'refund-1', status: 'completed' });
		const executions = wentOn(await executionsOf(environment, workflow, 2));
		expect(executions.map((run) => run.data.resultData.runData.One !== undefined)).toEqual([
			true,
			false,
		]);
		await deactivate(environment, workflow);
		expect((await webhooksOf(client)).subscriptions).toEqual([]);
	});
});

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
				statusReason: null,
				amount: { quantity: 150, currency: 'ZAR' },
				externalReference: null,
				nonce: 'nonce-1',
				occurredAt: null,
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
		const token = await client.token('client_disbursement');
		for (const webhookEnvelope of ['A', 'B'] as const) {
			await client.change({ webhookEnvelope });
			const answer = await fetch(`${environment.service.baseUrl}/disbursements`, {
				method: 'POST',
				headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
				body: JSON.stringify({
					amount: { currency: 'ZAR', quantity: '150.00' },
					nonce: randomUUID(),
					externalReference: `payout-${webhookEnvelope}`,
					beneficiaryReference: 'Invoice',
					beneficiary: { name: 'Payee', accountNumber: '1234567890', bank: 'absa' },
				}),
			});
			const { id } = (await answer.json()) as { id: string };
			await environment.control.setDisbursementStatus(id, 'completed');
			await client.send('POST', '/webhooks/settle');
		}
		const runs = await executionsOf(environment, workflow, 2);
		const events = runs.flatMap((run) => outputOf(run, 'After')).map(({ json }) => json);
		for (const envelope of ['A', 'B']) {
			expect(events).toContainEqual(
				expect.objectContaining({
					event: 'disbursement.completed',
					status: 'completed',
					amount: { quantity: 150, currency: 'ZAR' },
					externalReference: `payout-${envelope}`,
				}),
			);
		}
	});

	it('goes on once, however often and however close together it is delivered', async () => {
		const { client, workflow, url } = await active();
		const [subscription] = (await webhooksOf(client)).subscriptions;
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
		const { client, workflow } = await active({ ...COMPLETED, options: { minimumAmount: '151' } });
		const [eventId = ''] = await send(client, 'disbursement', disbursement());
		expect(await answersTo(client, eventId)).toEqual([200]);
		const large = { ...disbursement(), amount: { quantity: '151.00', currency: 'ZAR' } };
		await send(client, 'disbursement', large);
		expect(await executionsOf(environment, workflow, 1)).toHaveLength(1);
	});
});

function signedHeaders(secret: string, id: string, body: string, at = new Date()) {
	return {
		'content-type': 'application/json',
		'webhook-id': id,
		'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
		'webhook-signature': new Webhook(secret).sign(id, at, body),
	};
}

describe('a request that the service did not sign', () => {
	it('is answered with 401 and nothing else, and is not stored', async () => {
		const { client, workflow, url } = await active();
		const [subscription] = (await webhooksOf(client)).subscriptions;
		const secret = subscription?.secret ?? '';
		const body = JSON.stringify({ type: 'disbursement', id: 'evt', data: disbursement() });
		const good = signedHeaders(secret, 'msg_1', body);
		const json = { 'content-type': 'application/json' };
		const otherSecret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;
		const late = new Date(Date.now() - 301_000);
		const form = new FormData();
		form.append('file', new Blob(['x']), 'x.txt');
		const answers = [
			await post(url, json, body),
			await post(url, { 'content-type': 'text/plain' }, 'nothing like an event'),
			await post(url, signedHeaders(otherSecret, 'msg_1', body), body),
			await post(url, signedHeaders(secret, 'msg_1', body, late), body),
			await post(url, good, body.replace('150.00', '999.00')),
			await post(url, { ...good, 'webhook-id': 'msg_2' }, body),
			await post(url, good, JSON.stringify(JSON.parse(body), null, 1)),
			await post(url, good, ''),
			await fetch(url, { method: 'POST', body: form }).then(async (answer) => ({
				status: answer.status,
				text: await answer.text(),
			})),
		];
		expect(answers).toEqual(answers.map(() => ({ status: 401, text: '' })));
		expect(await post(url, good, body)).toEqual({ status: 200, text: '' });
		expect(await executionsOf(environment, workflow, 1)).toHaveLength(1);
	});

	it('is not stored either when n8n itself cannot read it', async () => {
		const { client, workflow, url } = await active();
		const { status } = await post(url, { 'content-type': 'application/json' }, '{"type": "disb');
		expect(status).toBe(422);
		await send(client, 'disbursement', disbursement());
		expect(await executionsOf(environment, workflow, 1)).toHaveLength(1);
	});

	it('is refused and not stored, however many there are', async () => {
		const { client, workflow, url } = await active();
		const [subscription] = (await webhooksOf(client)).subscriptions;
		const body = JSON.stringify({ type: 'disbursement', id: 'evt', data: disbursement() });
		const good = signedHeaders(subscription?.secret ?? '', 'msg_1', body);
		const signature = good['webhook-signature'];
		const forgeries = Array.from({ length: 400 }, (_, n) => {
			// One character of the signature replaced by another, in every place in turn.
			const at = 3 + (n % (signature.length - 4));
			const other = signature[at] === 'A' ? 'B' : 'A';
			return signature.slice(0, at) + other + signature.slice(at + 1);
		});
		const statuses = new Set<number>();
		for (let start = 0; start < forgeries.length; start += 20) {
			const answers = forgeries
				.slice(start, start + 20)
				.map(async (forgery) => await post(url, { ...good, 'webhook-signature': forgery }, body));
			for (const { status } of await Promise.all(answers)) statuses.add(status);
		}
		expect([...statuses]).toEqual([401]);
		expect(await environment.api.executions(workflow.id)).toEqual([]);
	});

	it('starts nothing when a good signature stands over something that is no event', async () => {
		const { client, workflow, url } = await active({
			events: ['unknown', 'disbursement.completed'],
		});
		const [subscription] = (await webhooksOf(client)).subscriptions;
		const secret = subscription?.secret ?? '';
		const signAs = (text: string, type: string) => ({
			...signedHeaders(secret, randomUUID(), text),
			'content-type': type,
		});
		const large = JSON.stringify({ type: 'x', data: { text: 'x'.repeat(1024 * 1024) } });
		const statuses = [
			(await post(url, signAs('[1]', 'application/json'), '[1]')).status,
			(await post(url, signAs('not json', 'application/octet-stream'), 'not json')).status,
			(await post(url, signAs(large, 'application/json'), large)).status,
		];
		expect(statuses).toEqual([400, 400, 413]);
		await send(client, 'disbursement', disbursement());
		expect(await executionsOf(environment, workflow, 1)).toHaveLength(1);
	});
});

describe('a subscription that is looked after by hand', () => {
	const secrets = [1, 2].map((n) => `whsec_${Buffer.alloc(24, n).toString('base64')}`);
	const manual = { ...COMPLETED, subscription: 'manual' };

	it('needs a signing secret in the credential', async () => {
		const { credential } = await receivingClient(environment);
		const workflow = await saveTriggered(environment, trigger(credential, manual));
		expect(await activate(environment, workflow)).toMatchObject({
			status: 'failed',
			triggers: [{ errorMessage: expect.stringContaining('no signing secret') }],
		});
	});

	it('takes events signed with any of several secrets and asks the service for nothing', async () => {
		const { client, credential } = await receivingClient(environment, {
			webhookSecret: secrets.join('\n'),
		});
		const start = trigger(credential, manual);
		const workflow = await saveTriggered(environment, start);
		await activate(environment, workflow);
		expect((await webhooksOf(client)).subscriptions).toEqual([]);
		const body = JSON.stringify({ type: 'disbursement', id: 'evt', data: disbursement() });
		for (const secret of secrets) {
			const headers = signedHeaders(secret, randomUUID(), body);
			expect(await post(urlOf(environment, start), headers, body)).toMatchObject({ status: 200 });
		}
		expect(wentOn(await executionsOf(environment, workflow, 2))).toHaveLength(2);
		await deactivate(environment, workflow);
	});
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
		const { subscriptions } = await webhooksOf(client);
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
		expect((await webhooksOf(client)).subscriptions.map((each) => each.url)).toEqual([url]);
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
		await client.send('POST', `/webhooks/resend/${eventId}`);
		const [, second] = await executionsOf(environment, workflow, 2);
		expect(second?.status).toBe('error');

		const retried = await environment.api.retryExecution(failed?.id ?? '');
		const run = await environment.api.finished(retried);
		expect(run.mode).toBe('retry');
		expect(run.data.resultData.error?.message).toMatch(/does not know this ID/);
	});

	it('it stands beside the event as it is now', async () => {
		const { client, workflow } = await active(fetching);
		const token = await client.token('client_disbursement');
		const created = await fetch(`${environment.service.baseUrl}/disbursements`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
			body: JSON.stringify({
				amount: { currency: 'ZAR', quantity: '150.00' },
				nonce: randomUUID(),
				externalReference: 'payout-1',
				beneficiaryReference: 'Invoice',
				beneficiary: { name: 'Payee', accountNumber: '1234567890', bank: 'absa' },
			}),
		});
		const { id } = (await created.json()) as { id: string };
		await send(client, 'disbursement', { id, status: 'completed' });
		const [run] = wentOn(await executionsOf(environment, workflow, 1));
		expect(run && outputOf(run, 'After')[0]?.json).toMatchObject({
			status: 'completed',
			externalReference: 'payout-1',
			amount: { quantity: 150, currency: 'ZAR' },
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
		await client.send('POST', `/webhooks/resend/${eventId}`);
		const [, repeated] = await executionsOf(environment, workflow, 2);
		expect(repeated?.status).toBe('success');
		const retried = await environment.api.retryExecution(failed?.id ?? '');
		expect((await environment.api.finished(retried)).data.resultData.error?.message).toContain(
			'not today',
		);
	});
});
