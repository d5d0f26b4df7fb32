import type { Execution, SavedWorkflow } from '../../host/api.mts';
import { openEnvironment, type Environment } from '../support/environment.mts';
import { startOwnN8n, type OwnN8n } from '../support/ownN8n.mts';
import { looksAt, savePolling } from '../support/pollingTrigger.mts';
import { Records } from '../support/records.mts';
import { activate, deactivate } from '../support/triggers.mts';
import { until } from '../support/until.mts';
import { editNode, outputOf } from '../support/workflows.mts';
import { THOROUGH } from '../../thorough.mts';

const COMPLETED = { events: ['disbursement.completed'] };
const CRASHES = THOROUGH ? 3 : 1;

/** What n8n has stored of a workflow's executions, whatever became of them. */
async function stored({ api }: Environment, { id }: SavedWorkflow): Promise<Execution[]> {
	const all = await api.executions(id);
	return await Promise.all(all.map(async (each) => await api.execution(each.id)));
}

const wentOnWith = (execution: Execution): string[] =>
	execution.data.resultData.runData.After === undefined
		? []
		: outputOf(execution, 'After').map(({ json }) => String(json.id));

describe('an n8n that is killed', () => {
	let n8n: OwnN8n;
	let environment: Environment;

	beforeAll(async () => {
		// When n8n starts, it takes up what is published, and what it was killed in, after so long.
		const env = {
			N8N_WORKFLOW_PUBLICATION_RECONCILE_INTERVAL_SECONDS: '1',
			N8N_WORKFLOW_PUBLICATION_OUTBOX_POLL_INTERVAL_MS: '500',
			N8N_WORKFLOW_PUBLICATION_OUTBOX_LEASE_SECONDS: '30',
		};
		n8n = await startOwnN8n(await openEnvironment(), env);
		environment = n8n.environment;
	});

	afterAll(async () => {
		await n8n?.remove();
	});

	it('while a look is under way tells every change once, or has an execution that shows it and can be retried', async () => {
		const { client, workflow } = await savePolling(environment, COMPLETED);
		const records = new Records(environment, client);
		await activate(environment, workflow);
		const ids: string[] = [];
		const looks = async (count: number, interval?: number) => {
			const before = await looksAt(client);
			await until(async () => (await looksAt(client)) >= before + count, { interval });
		};
		for (let crash = 0; crash < CRASHES; crash++) {
			// The first is the one of publishing.
			await looks(2);
			const { id } = await records.disbursement(`payout-${crash}`);
			await environment.control.setDisbursementStatus(id, 'completed');
			ids.push(id);
			await looks(1, 5);
			// From before the answer is read until after the workflow has gone on.
			await new Promise((resolve) => setTimeout(resolve, crash * 30));
			await n8n.kill();
			await n8n.startAgain();
		}
		const isComplete = async () => {
			const executions = await stored(environment, workflow);
			const running = executions.filter(({ status }) => ['new', 'running'].includes(status));
			const shown = executions.map((each) => JSON.stringify(each.data)).join('\n');
			return running.length === 0 && ids.every((id) => shown.includes(id)) && executions;
		};
		const executions = await until(isComplete);
		const told = executions.flatMap((each) => wentOnWith(each));
		expect(new Set(told).size).toBe(told.length);
		const interrupted = executions
			.filter(({ status }) => status === 'crashed')
			.map(({ data }) => JSON.stringify(data));
		const missing = ids.filter((id) => !told.includes(id));
		expect(missing.filter((id) => !interrupted.some((text) => text.includes(id)))).toEqual([]);
		console.info(
			`${CRASHES} crashes: ${executions.length} executions, ${told.length} changes told once, ${missing.length} in executions that the crash interrupted`,
		);
		await deactivate(environment, workflow);
	});

	it('tells what happened meanwhile also if the trigger was renamed', async () => {
		const { api, control } = environment;
		const { client, workflow, start } = await savePolling(environment, COMPLETED);
		const records = new Records(environment, client);
		const completed = async (reference: string) => {
			const { id } = await records.disbursement(reference);
			await control.setDisbursementStatus(id, 'completed');
			return id;
		};
		const told = async () => (await stored(environment, workflow)).flatMap(wentOnWith);
		await activate(environment, workflow);
		const before = await completed('before');
		await until(async () => (await told()).includes(before));
		await deactivate(environment, workflow);
		const meanwhile = await completed('meanwhile');
		await n8n.kill();
		await n8n.startAgain();
		const name = 'Renamed';
		const connections = { [name]: workflow.connections[start.name] ?? {} };
		const edited = await editNode(api, workflow, start.name, () => ({ name }), connections);
		await activate(environment, edited);
		await until(async () => (await told()).includes(meanwhile));
		expect((await told()).filter((id) => id === before)).toHaveLength(1);
		await deactivate(environment, workflow);
	});
});
