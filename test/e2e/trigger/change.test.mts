import { until } from '../../host/until.mts';
import {
	activeTrigger,
	COMPLETED,
	disbursement,
	post,
	signedHeaders,
} from '../support/activeTrigger.mts';
import { openEnvironment, type Environment } from '../support/environment.mts';
import { startGate } from '../support/gate.mts';
import { pollingTrigger } from '../support/pollingTrigger.mts';
import { Records } from '../support/records.mts';
import {
	activate,
	answersTo,
	deactivate,
	executionsOf,
	receivingClient,
	saveBothTriggers,
	saveTriggered,
	send,
	trigger,
	urlOf,
	wentOn,
} from '../support/triggers.mts';
import { credentialData, editNode, node } from '../support/workflows.mts';

let environment: Environment;

beforeAll(async () => {
	environment = await openEnvironment();
});

const scopes = ['client_disbursement', 'client_paymentrequest'];

/** Puts another client, or another secret of the same one, into a credential. */
async function change(
	credential: { id: string; name: string },
	client: { clientId: string; clientSecret: string },
): Promise<void> {
	await environment.api.updateCredential(credential.id, {
		name: credential.name,
		type: 'stitchApi',
		data: credentialData(client, environment.service, scopes),
	});
}

/** What the executions that failed say. */
async function failures(workflow: Parameters<typeof executionsOf>[1], count: number) {
	const executions = await executionsOf(environment, workflow, count);
	return executions.flatMap(({ data }) => data.resultData.error?.message ?? []);
}

describe('when the credential is changed while a workflow is published', () => {
	it('to another client, events of the old one are rejected, and one execution says what to do', async () => {
		const { client, credential, workflow, url } = await activeTrigger(environment);
		const live = await environment.control.createClient({ allowLoopbackWebhooks: true });
		await change(credential, live);
		const [one = ''] = await send(client, 'disbursement', disbursement());
		const [other = ''] = await send(client, 'disbursement', disbursement());
		expect(await answersTo(client, one)).toEqual([401]);
		expect(await answersTo(client, other)).toEqual([401]);
		expect(await failures(workflow, 1)).toEqual([
			'The credential has been changed since this workflow was published: unpublish and publish it',
		]);

		await deactivate(environment, workflow);
		await activate(environment, workflow);
		expect((await live.webhooks()).subscriptions).toMatchObject([{ url }]);
		await send(live, 'disbursement', disbursement());
		expect(wentOn(await executionsOf(environment, workflow, 2))).toHaveLength(1);
		await deactivate(environment, workflow);
	});

	it('to a renewed secret of the same client, the first event has the subscription replaced', async () => {
		const { client, credential, workflow } = await activeTrigger(environment);
		const [before] = (await client.webhooks()).subscriptions;
		const clientSecret = await client.rotateSecret();
		await change(credential, { clientId: client.clientId, clientSecret });
		const [refused = ''] = await send(client, 'disbursement', disbursement());
		expect(await answersTo(client, refused)).toEqual([401]);
		expect(await failures(workflow, 1)).toEqual([
			'The event subscription was replaced, because its signing secret was lost',
		]);
		const { subscriptions } = await client.webhooks();
		expect(subscriptions).toHaveLength(1);
		expect(subscriptions[0]?.id).not.toBe(before?.id);
		await send(client, 'disbursement', disbursement());
		expect(wentOn(await executionsOf(environment, workflow, 2))).toHaveLength(1);
		await deactivate(environment, workflow);
	});

	it('and deleted, events are rejected, and one execution says why', async () => {
		const { client, credential, workflow } = await activeTrigger(environment);
		await environment.api.request('DELETE', `/rest/credentials/${credential.id}`);
		for (const _ of [1, 2]) {
			const [eventId = ''] = await send(client, 'disbursement', disbursement());
			expect(await answersTo(client, eventId)).toEqual([401]);
		}
		expect(await failures(workflow, 1)).toEqual([
			'The credential of this node cannot be read, so events from Stitch are rejected',
		]);
	});
});

describe('the signing secret', () => {
	it('is nowhere in what n8n shows and stores of the workflow', async () => {
		const { client, workflow } = await activeTrigger(environment);
		const [subscription] = (await client.webhooks()).subscriptions;
		const stored = JSON.stringify(await environment.api.workflow(workflow.id));
		expect(stored).toContain(subscription?.id);
		expect(stored).not.toMatch(/whsec_/);
		expect(stored).not.toContain(subscription?.secret.replace('whsec_', ''));
		await deactivate(environment, workflow);
	});

	it('that an old run has overwritten still counts, and the one that it has put back does not', async () => {
		const gate = await startGate();
		const slow = node('After', 'n8n-nodes-base.code', 2, {
			jsCode: `$getWorkflowStaticData('global').ranAt = Date.now();
				await this.helpers.httpRequest({ url: '${gate.url}' });
				return $input.all();`,
		});
		const { client, start, workflow, url } = await activeTrigger(environment, COMPLETED, [slow]);
		const [before] = (await client.webhooks()).subscriptions;
		await send(client, 'disbursement', disbursement());
		await until('the run to be at its gate', gate.waiting, (waiting) => waiting > 0);
		const edited = await editNode(environment.api, workflow, start.name, ({ parameters }) => ({
			parameters: { ...parameters, events: ['disbursement.completed', 'refund.error'] },
		}));
		await activate(environment, edited);
		const [after] = (await client.webhooks()).subscriptions;
		expect(after?.id).not.toBe(before?.id);
		gate.open();
		await executionsOf(environment, workflow, 1);
		await until(
			`n8n to store the subscription ${before?.id} again`,
			async () => await environment.api.workflow(workflow.id),
			(stored) => JSON.stringify(stored).includes(before?.id ?? '?'),
		);

		const body = JSON.stringify({ type: 'disbursement', id: 'evt', data: disbursement() });
		const headers = signedHeaders(before?.secret ?? '', 'msg_old', body);
		expect(await post(url, headers, body)).toMatchObject({ status: 401 });
		const [eventId = ''] = await send(client, 'disbursement', disbursement());
		expect(await answersTo(client, eventId)).toEqual([200]);
		expect(wentOn(await executionsOf(environment, workflow, 2))).toHaveLength(2);
		expect((await client.webhooks()).subscriptions).toEqual([after]);
		await deactivate(environment, workflow);
		expect((await client.webhooks()).subscriptions).toEqual([]);
		gate.stop();
	});

	it('is not overwritten by a polling trigger of the same workflow that was published before it', async () => {
		const { client, credential } = await receivingClient(environment);
		const [sent, polled] = [trigger(credential, COMPLETED), pollingTrigger(credential, COMPLETED)];
		const workflow = await saveBothTriggers(environment, sent, polled);
		await activate(environment, workflow);
		const edited = await editNode(environment.api, workflow, sent.name, ({ parameters }) => ({
			parameters: { ...parameters, events: ['disbursement.completed', 'refund.error'] },
		}));
		await activate(environment, edited);
		const { id } = await new Records(environment, client).disbursement('payout-1');
		await environment.control.setDisbursementStatus(id, 'completed');
		await until(
			'a run that a poll has started',
			async () => await executionsOf(environment, workflow, 2),
			(executions) => executions.some(({ mode }) => mode === 'trigger'),
		);
		const [eventId = ''] = await send(client, 'disbursement', disbursement());
		expect(await answersTo(client, eventId)).toEqual([200]);
		await deactivate(environment, edited);
		expect((await client.webhooks()).subscriptions).toEqual([]);
	});

	it('of a workflow is not accepted by a copy of it', async () => {
		const { client, workflow, start } = await activeTrigger(environment);
		const [subscription] = (await client.webhooks()).subscriptions;
		const { staticData } = (await environment.api.workflow(workflow.id)) as { staticData?: object };
		const copy = await environment.api.createWorkflow({
			name: 'Copy',
			nodes: [{ ...start, webhookId: `${start.webhookId}-copy` }, ...workflow.nodes.slice(1)],
			connections: workflow.connections,
			staticData,
		} as Parameters<Environment['api']['createWorkflow']>[0]);
		const body = JSON.stringify({ type: 'disbursement', id: 'evt', data: disbursement() });
		const headers = signedHeaders(subscription?.secret ?? '', 'msg_copy', body);
		await activate(environment, copy);
		const copyUrl = urlOf(environment, { ...start, webhookId: `${start.webhookId}-copy` });
		expect(await post(copyUrl, headers, body)).toMatchObject({ status: 401 });
		await deactivate(environment, copy);
		expect((await client.webhooks()).subscriptions).toMatchObject([{ id: subscription?.id }]);
		await deactivate(environment, workflow);
	});
});

describe('when Subscription is set to Manual', () => {
	it('the subscription that a person has made at the same address stays, and works', async () => {
		const { client, credential } = await receivingClient(environment);
		const start = trigger(credential, COMPLETED);
		const workflow = await saveTriggered(environment, start);
		await activate(environment, workflow);
		const url = urlOf(environment, start);
		await new Records(environment, client).eventSubscription(url);
		const byHand = (await client.webhooks()).subscriptions[1];
		await environment.api.updateCredential(credential.id, {
			name: credential.name,
			type: 'stitchApi',
			data: {
				...credentialData(client, environment.service, scopes),
				manualEventSubscriptions: true,
				webhookSecret: byHand?.secret,
			},
		});
		const edited = await editNode(environment.api, workflow, start.name, ({ parameters }) => ({
			parameters: { ...parameters, subscription: 'manual' },
		}));
		await activate(environment, edited);
		expect((await client.webhooks()).subscriptions).toContainEqual(byHand);
		await send(client, 'disbursement', disbursement());
		expect(wentOn(await executionsOf(environment, workflow, 1))).toHaveLength(1);
		await deactivate(environment, workflow);
		expect((await client.webhooks()).subscriptions).toContainEqual(byHand);
	});
});
