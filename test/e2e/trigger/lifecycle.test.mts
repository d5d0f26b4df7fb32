import { hasPublications } from '../../host/publication.mts';
import { until } from '../../host/until.mts';
import { activeTrigger, COMPLETED, disbursement } from '../support/activeTrigger.mts';
import { openEnvironment, type Environment } from '../support/environment.mts';
import { pollingTrigger } from '../support/pollingTrigger.mts';
import {
	activate,
	deactivate,
	executionsOf,
	receivingClient,
	saveBothTriggers,
	saveTriggered,
	send,
	trigger,
	wentOn,
} from '../support/triggers.mts';
import { credentialData, editNode } from '../support/workflows.mts';

let environment: Environment;

beforeAll(async () => {
	environment = await openEnvironment();
});

/** The types that a client is subscribed to. */
async function subscribed(client: Awaited<ReturnType<typeof receivingClient>>['client']) {
	return (await client.webhooks()).subscriptions.map(({ filterTypes }) => filterTypes.join());
}

describe('a workflow that saves no failed executions', () => {
	const triggers = { events: trigger, polls: pollingTrigger };

	it.each(['events', 'polls'] as const)(
		'is not published until it saves them, where its trigger takes %s',
		async (kind) => {
			const { client, credential } = await receivingClient(environment);
			const workflow = await saveTriggered(environment, triggers[kind](credential, COMPLETED));
			const saving = async (saveDataErrorExecution: 'all' | 'none') =>
				await environment.api.updateWorkflow(workflow.id, {
					settings: { executionOrder: 'v1', saveDataErrorExecution },
				});
			const refused = await activate(environment, await saving('none'));
			expect(refused.status).toBe('failed');
			expect(refused.triggers[0]?.errorMessage).toContain(
				"'Save failed production executions' is off, so an event whose execution fails would be lost",
			);
			expect(await subscribed(client)).toEqual([]);
			expect(await activate(environment, await saving('all'))).toMatchObject({
				status: 'published',
			});
			await deactivate(environment, workflow);
		},
	);
});

describe('the subscription', () => {
	it.each(['deleted', 'disabled'])(
		'of one of two triggers goes when that trigger is %s and the workflow published',
		async (how) => {
			const { client, credential } = await receivingClient(environment);
			const one = trigger(credential, COMPLETED, 'One');
			const other = trigger(credential, { events: ['refund.completed'] }, 'Other');
			const workflow = await saveBothTriggers(environment, one, other);
			await activate(environment, workflow);
			expect((await subscribed(client)).sort()).toEqual(['disbursement', 'refund']);
			const edited =
				how === 'disabled'
					? await editNode(environment.api, workflow, 'Other', () => ({ disabled: true }))
					: await environment.api.updateWorkflow(workflow.id, {
							nodes: workflow.nodes.filter(({ name }) => name !== 'Other'),
							connections: { One: workflow.connections.One ?? {} },
						});
			await activate(environment, edited);
			expect(await subscribed(client)).toEqual(['disbursement']);
			await send(client, 'disbursement', disbursement());
			expect(wentOn(await executionsOf(environment, workflow, 1))).toHaveLength(1);
			await deactivate(environment, workflow);
			expect(await subscribed(client)).toEqual([]);
		},
	);

	it('stays when a change of another node is published', async () => {
		const { client, workflow } = await activeTrigger(environment);
		const before = (await client.webhooks()).subscriptions;
		const edited = await editNode(environment.api, workflow, 'After', () => ({
			position: [440, 0],
		}));
		await activate(environment, edited);
		const after = (await client.webhooks()).subscriptions;
		if (await hasPublications(environment.api, workflow)) expect(after).toEqual(before);
		else expect(after).toMatchObject([{ filterTypes: ['disbursement'] }]);
		await send(client, 'disbursement', disbursement());
		expect(wentOn(await executionsOf(environment, workflow, 1))).toHaveLength(1);
		await deactivate(environment, workflow);
	});

	it.each(['trigger', 'credential'])(
		'is replaced when a new name of the %s is published, and brings events',
		async (renamed) => {
			const { client, credential, start, workflow } = await activeTrigger(environment);
			const before = (await client.webhooks()).subscriptions;
			const name = renamed === 'trigger' ? 'Renamed' : start.name;
			const chosen = { id: credential.id, name: credential.name };
			if (renamed === 'credential') {
				chosen.name = `Renamed ${credential.name}`;
				const data = credentialData(client, environment.service, ['client_paymentrequest']);
				await environment.api.updateCredential(credential.id, {
					name: chosen.name,
					type: 'stitchApi',
					data,
				});
			}
			const edited = await editNode(
				environment.api,
				workflow,
				start.name,
				() => ({ name, credentials: { stitchApi: chosen } }),
				{ [name]: workflow.connections[start.name] ?? {} },
			);
			await activate(environment, edited);
			const after = (await client.webhooks()).subscriptions;
			expect(after).toMatchObject([{ filterTypes: ['disbursement'] }]);
			expect(after[0]?.id).not.toBe(before[0]?.id);
			await send(client, 'disbursement', disbursement());
			expect(wentOn(await executionsOf(environment, workflow, 1))).toHaveLength(1);
			await deactivate(environment, workflow);
		},
	);

	it('goes when the workflow is archived, and comes when it is restored and published', async () => {
		const { client, workflow } = await activeTrigger(environment);
		await environment.api.request('POST', `/rest/workflows/${workflow.id}/archive`, {});
		await until(
			'the subscription to be deleted',
			async () => await subscribed(client),
			(subscriptions) => subscriptions.length === 0,
		);
		await environment.api.request('POST', `/rest/workflows/${workflow.id}/unarchive`, {});
		expect(await subscribed(client)).toEqual([]);
		await activate(environment, await environment.api.workflow(workflow.id));
		expect(await subscribed(client)).toEqual(['disbursement']);
		await send(client, 'disbursement', disbursement());
		expect(wentOn(await executionsOf(environment, workflow, 1))).toHaveLength(1);
		await deactivate(environment, workflow);
	});

	it('moves to another client with the credential that is chosen in the trigger', async () => {
		const { client, workflow, start } = await activeTrigger(environment);
		const live = await receivingClient(environment);
		const { id, name } = live.credential;
		const edited = await editNode(environment.api, workflow, start.name, () => ({
			credentials: { stitchApi: { id, name } },
		}));
		await activate(environment, edited);
		expect(await subscribed(client)).toEqual([]);
		expect(await subscribed(live.client)).toEqual(['disbursement']);
		await send(live.client, 'disbursement', disbursement());
		expect(wentOn(await executionsOf(environment, workflow, 1))).toHaveLength(1);
		await deactivate(environment, workflow);
		expect(await subscribed(live.client)).toEqual([]);
	});
});
