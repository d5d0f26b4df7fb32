import { openEnvironment, type Environment } from '../support/environment.mts';
import { startOwnN8n, type OwnN8n } from '../support/ownN8n.mts';
import { looksAt, savePolling } from '../support/pollingTrigger.mts';
import { Records } from '../support/records.mts';
import { activate, executionsOf, wentOn } from '../support/triggers.mts';
import { until } from '../support/until.mts';
import { outputOf } from '../support/workflows.mts';

/** With these, n8n keeps the Poll Times and what a trigger notes in tables of their own. */
const durablePollers = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
};

describe('a workflow that looks for changes in an n8n with durable pollers', () => {
	let n8n: OwnN8n;
	let environment: Environment;

	beforeAll(async () => {
		n8n = await startOwnN8n(await openEnvironment(), durablePollers);
		environment = n8n.environment;
	});

	afterAll(async () => {
		await n8n?.remove();
	});

	it('starts once for each change, also over a restart', async () => {
		const { client, workflow } = await savePolling(environment, {
			events: ['disbursement.completed'],
		});
		const records = new Records(environment, client);
		const paid = async (reference: string) => {
			const { id } = await records.disbursement(reference);
			await environment.control.setDisbursementStatus(id, 'completed');
			return id;
		};
		const aFewLooks = async () => {
			const looks = await looksAt(client);
			await until(async () => (await looksAt(client)) > looks + 1);
		};
		const told = async (count: number) =>
			wentOn(await executionsOf(environment, workflow, count)).map((run) =>
				outputOf(run, 'After').map(({ json }) => json.id),
			);
		await paid('before it was published');
		expect(await activate(environment, workflow)).toMatchObject({ status: 'published' });
		await aFewLooks();
		const first = await paid('payout-1');
		expect(await told(1)).toEqual([[first]]);
		await aFewLooks();
		expect(await told(1)).toEqual([[first]]);
		await n8n.kill();
		const second = await paid('while n8n was away');
		await n8n.startAgain();
		expect(await told(2)).toEqual([[first], [second]]);
		await aFewLooks();
		expect(await told(2)).toEqual([[first], [second]]);
		// What the trigger notes is not kept with the workflow.
		expect(n8n.log()).not.toContain('durable poll cursors stay disabled');
		expect(await environment.api.workflow(workflow.id)).toMatchObject({ staticData: null });
	});
});
