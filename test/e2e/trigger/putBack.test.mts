import { until } from '../../host/until.mts';
import { COMPLETED, disbursement } from '../support/activeTrigger.mts';
import { openEnvironment, type Environment } from '../support/environment.mts';
import { startOwnN8n, type OwnN8n } from '../support/ownN8n.mts';
import {
	activate,
	answersTo,
	deactivate,
	executionsOf,
	receivingClient,
	saveBothTriggers,
	send,
	trigger,
	wentOn,
} from '../support/triggers.mts';
import { editNode, node } from '../support/workflows.mts';

let n8n: OwnN8n;
let environment: Environment;

beforeAll(async () => {
	n8n = await startOwnN8n(await openEnvironment());
	environment = n8n.environment;
});

afterAll(async () => await n8n?.remove());

/** It counts the minutes, fires within the first one, and n8n then saves all that it had read for it. */
const counting = node('Schedule', 'n8n-nodes-base.scheduleTrigger', 1.3, {
	rule: { interval: [{ field: 'minutes', minutesInterval: 7 }] },
});

it('a signing secret that a Schedule Trigger has put back does not count', async () => {
	const { client, credential } = await receivingClient(environment);
	const start = trigger(credential, COMPLETED);
	const workflow = await saveBothTriggers(environment, start, counting);
	await activate(environment, workflow);
	await n8n.kill();
	await n8n.startAgain();
	const [before] = (await client.webhooks()).subscriptions;
	const edited = await editNode(environment.api, workflow, start.name, ({ parameters }) => ({
		parameters: { ...parameters, events: ['disbursement.completed', 'refund.error'] },
	}));
	await activate(environment, edited);
	const { subscriptions } = await client.webhooks();
	expect(subscriptions[0]?.id).not.toBe(before?.id);
	await until(
		'a run of the Schedule Trigger',
		async () => await environment.api.executions(workflow.id),
		(runs) => runs.length > 0,
		{ patience: 90_000 },
	);
	expect(wentOn(await executionsOf(environment, workflow, 1))).toHaveLength(1);
	const [eventId = ''] = await send(client, 'disbursement', disbursement());
	expect(await answersTo(client, eventId)).toEqual([200]);
	expect((await client.webhooks()).subscriptions).toEqual(subscriptions);
	await deactivate(environment, workflow);
}, 300_000);
