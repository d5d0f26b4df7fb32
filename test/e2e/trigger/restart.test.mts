import { openEnvironment, type Environment } from '../support/environment.mts';
import { startOwnN8n, type OwnN8n } from '../support/ownN8n.mts';
import {
	activate,
	answersTo,
	deactivate,
	executionsOf,
	receivingClient,
	saveTriggered,
	send,
	settled,
	trigger,
	wentOn,
} from '../support/triggers.mts';
import { until } from '../support/until.mts';
import { startGate } from '../support/gate.mts';
import { node, outputOf } from '../support/workflows.mts';

const COMPLETED = { events: ['disbursement.completed'] };

describe('a trigger in an n8n that crashes', () => {
	let n8n: OwnN8n;
	let environment: Environment;

	beforeAll(async () => {
		// An activation that a crash cut short is taken up again when its lease has run out; one that takes
		// most of its lease is given up, so a busy machine needs some.
		const env = { N8N_WORKFLOW_PUBLICATION_OUTBOX_LEASE_SECONDS: '30' };
		n8n = await startOwnN8n(await openEnvironment(), env);
		environment = n8n.environment;
	});

	afterAll(async () => {
		await n8n?.remove();
	});

	async function crashAndStart(): Promise<void> {
		await n8n.kill();
		await n8n.startAgain();
	}

	it('still has its subscription afterwards, and recognizes what it has seen before', async () => {
		const { client, credential } = await receivingClient(environment);
		const workflow = await saveTriggered(environment, trigger(credential, COMPLETED));
		await activate(environment, workflow);
		const before = (await client.webhooks()).subscriptions;
		const data = { id: 'before', status: 'completed' };
		const [eventId = ''] = await send(client, 'disbursement', data);
		expect(wentOn(await executionsOf(environment, workflow, 1))).toHaveLength(1);

		await crashAndStart();
		expect((await client.webhooks()).subscriptions).toEqual(before);
		await client.resendEvent(eventId);
		await send(client, 'disbursement', { id: 'after', status: 'completed' });
		expect(wentOn(await executionsOf(environment, workflow, 3))).toHaveLength(2);
		await deactivate(environment, workflow);
		expect((await client.webhooks()).subscriptions).toEqual([]);
	});

	it('between subscribing and saving the secret, leaves one subscription, which the next activation replaces', async () => {
		const { client, credential } = await receivingClient(environment);
		const workflow = await saveTriggered(environment, trigger(credential, COMPLETED));
		await client.addFaults({
			match: { path: '/graphql', operation: 'WebhookAdd' },
			kind: 'slow-body',
			ms: 5_000,
		});
		await environment.api.activate(workflow);
		const lost = await until(async () => (await client.webhooks()).subscriptions[0]);
		const restarted = crashAndStart();
		await client.clearFaults();
		await restarted;

		// n8n takes the activation for done, so the secret is unknown.
		await settled(environment, workflow, 'not_published');
		const [eventId = ''] = await send(client, 'disbursement', { id: 'x', status: 'completed' });
		expect(await answersTo(client, eventId)).toEqual([401]);
		await deactivate(environment, workflow);
		await activate(environment, workflow);
		const { subscriptions } = await client.webhooks();
		expect(subscriptions).toHaveLength(1);
		expect(subscriptions[0]?.id).not.toBe(lost.id);
		await send(client, 'disbursement', { id: 'y', status: 'completed' });
		expect(wentOn(await executionsOf(environment, workflow, 1))).toHaveLength(1);
		await deactivate(environment, workflow);
		expect((await client.webhooks()).subscriptions).toEqual([]);
	});

	it('while an acknowledged event runs, shows it as crashed, and a retry starts the workflow with it', async () => {
		const gate = await startGate();
		const slow = node('After', 'n8n-nodes-base.code', 2, {
			jsCode: `await this.helpers.httpRequest({ url: '${gate.url}' }); return $input.all();`,
		});
		const { client, credential } = await receivingClient(environment);
		const workflow = await saveTriggered(environment, trigger(credential, COMPLETED), slow);
		await activate(environment, workflow);
		const [eventId = ''] = await send(client, 'disbursement', { id: 'x', status: 'completed' });
		expect(await answersTo(client, eventId)).toEqual([200]);
		await until(async () => gate.waiting() > 0);
		await crashAndStart();
		const crashed = await until(async () => {
			const [execution] = await environment.api.executions(workflow.id);
			return execution?.status === 'crashed' && execution;
		});
		gate.open();
		const retried = await environment.api.retryExecution(crashed.id);
		const run = await environment.api.finished(retried);
		expect(run.status).toBe('success');
		expect(outputOf(run, 'After').map(({ json }) => json.id)).toEqual(['x']);
		await deactivate(environment, workflow);
		gate.stop();
	});
});
