import { COMPLETED } from '../support/activeTrigger.mts';
import { openEnvironment, type Environment } from '../support/environment.mts';
import { moreLooks, pollingTrigger } from '../support/pollingTrigger.mts';
import { Records } from '../support/records.mts';
import {
	activate,
	deactivate,
	executionsOf,
	receivingClient,
	saveBothTriggers,
	trigger,
	wentOn,
} from '../support/triggers.mts';
import { outputOf } from '../support/workflows.mts';

let environment: Environment;

beforeAll(async () => {
	environment = await openEnvironment();
});

it('both triggers of a workflow that passes each change on once start it once for each of 41 changes of one moment', async () => {
	const { client, credential } = await receivingClient(environment);
	const parameters = { ...COMPLETED, options: { oncePerWorkflow: true } };
	const workflow = await saveBothTriggers(
		environment,
		trigger(credential, parameters),
		pollingTrigger(credential, parameters),
	);
	await activate(environment, workflow);
	const records = new Records(environment, client);
	const ids: string[] = [];
	for (let payout = 0; payout < 41; payout++) {
		ids.push((await records.disbursement(`payout-${payout}`)).id);
	}
	await Promise.all(
		ids.map(async (id) => await environment.control.setDisbursementStatus(id, 'completed')),
	);
	await client.settleWebhooks();
	await moreLooks(client, 2);

	// One for each event, and at least one of a poll.
	const executions = await executionsOf(environment, workflow, ids.length + 1);
	const started = wentOn(executions).flatMap((run) => outputOf(run, 'After'));
	expect(started.map(({ json }) => json.id).sort()).toEqual(ids.sort());
	await deactivate(environment, workflow);
});
