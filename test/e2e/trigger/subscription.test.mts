import { activeTrigger, COMPLETED, disbursement } from '../support/activeTrigger.mts';
import { openEnvironment, type Environment } from '../support/environment.mts';
import {
	activate,
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
import { editNode } from '../support/workflows.mts';

let environment: Environment;

beforeAll(async () => {
	environment = await openEnvironment();
});

const active = async (parameters?: Record<string, unknown>) =>
	await activeTrigger(environment, parameters);

describe('the subscription', () => {
	it('comes with activation, for the chosen kinds alone, and goes with deactivation', async () => {
		const { client, workflow, url } = await active({
			events: ['disbursement.completed', 'disbursement.error', 'paymentConfirmation.received'],
		});
		expect((await client.webhooks()).subscriptions).toEqual([
			expect.objectContaining({ url, filterTypes: ['disbursement', 'payment.confirmation'] }),
		]);
		await deactivate(environment, workflow);
		expect((await client.webhooks()).subscriptions).toEqual([]);
	});

	it('is one after any number of activations, with the kinds of the last', async () => {
		const { client, start, workflow, url } = await active();
		const { api } = environment;
		await deactivate(environment, workflow);
		await activate(environment, workflow);
		const edited = await editNode(api, workflow, start.name, ({ parameters }) => ({
			parameters: { ...parameters, events: ['refund.completed'] },
		}));
		await activate(environment, edited);
		expect((await client.webhooks()).subscriptions).toEqual([
			expect.objectContaining({ url, filterTypes: ['refund'] }),
		]);
		await deactivate(environment, workflow);
		expect((await client.webhooks()).subscriptions).toEqual([]);
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
		const [before] = (await client.webhooks()).subscriptions;
		const workflow = await saveTriggered(environment, start);
		await activate(environment, workflow);
		const { subscriptions } = await client.webhooks();
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
		expect((await first.client.webhooks()).subscriptions).toEqual([
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
		expect((await client.webhooks()).subscriptions).toEqual([]);
	});

	it('serves each of two triggers in one workflow', async () => {
		const { client, credential } = await receivingClient(environment);
		const one = trigger(credential, COMPLETED, 'One');
		const other = trigger(credential, { events: ['refund.completed'] }, 'Other');
		const workflow = await saveBothTriggers(environment, one, other);
		await activate(environment, workflow);
		expect((await client.webhooks()).subscriptions).toHaveLength(2);
		await send(client, 'disbursement', disbursement());
		await send(client, 'refund', { id: 'refund-1', status: 'completed' });
		const executions = wentOn(await executionsOf(environment, workflow, 2));
		expect(executions.map((run) => run.data.resultData.runData.One !== undefined)).toEqual([
			true,
			false,
		]);
		await deactivate(environment, workflow);
		expect((await client.webhooks()).subscriptions).toEqual([]);
	});
});
