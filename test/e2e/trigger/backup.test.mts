import { until } from '../../host/until.mts';
import { COMPLETED } from '../support/activeTrigger.mts';
import { openEnvironment, type Environment } from '../support/environment.mts';
import { startOwnN8n, type OwnN8n } from '../support/ownN8n.mts';
import { pollingTrigger } from '../support/pollingTrigger.mts';
import { Records } from '../support/records.mts';
import {
	activate,
	deactivate,
	executionsOf,
	receivingClient,
	saveTriggered,
	trigger,
	wentOn,
} from '../support/triggers.mts';
import { editNode, outputOf } from '../support/workflows.mts';

describe('an n8n that is restored from a backup', () => {
	let n8n: OwnN8n;
	let environment: Environment;

	beforeAll(async () => {
		n8n = await startOwnN8n(await openEnvironment());
		environment = n8n.environment;
	});

	afterAll(async () => {
		await n8n?.remove();
	});

	it('replaces its subscription at the first event, and its polling trigger misses no change', async () => {
		const { client, credential } = await receivingClient(environment);
		const start = trigger(credential, COMPLETED);
		const signed = await saveTriggered(environment, start);
		const polling = await saveTriggered(environment, pollingTrigger(credential, COMPLETED));
		const records = new Records(environment, client);

		const startedBy = async (workflow: typeof signed) => {
			const executions = wentOn(await executionsOf(environment, workflow, 0));
			return executions.flatMap((run) => outputOf(run, 'After').map(({ json }) => json.id));
		};

		/** A payout completes and starts the workflows. */
		async function paid(reference: string, workflows: Array<typeof signed>): Promise<string> {
			const { id } = await records.disbursement(reference);
			await environment.control.setDisbursementStatus(id, 'completed');
			await client.settleWebhooks();
			for (const workflow of workflows) {
				const ids = async () => await startedBy(workflow);
				await until(`a run for ${reference}`, ids, (started) => started.includes(id));
			}
			return id;
		}

		await activate(environment, signed);
		await activate(environment, polling);
		const before = await paid('before the backup', [signed, polling]);
		await n8n.kill();
		const restore = n8n.backUp();
		await n8n.startAgain();
		const edited = await editNode(environment.api, signed, start.name, ({ parameters }) => ({
			parameters: { ...parameters, events: ['disbursement.completed', 'refund.completed'] },
		}));
		await activate(environment, edited);
		const [newer] = (await client.webhooks()).subscriptions;
		const between = await paid('after the backup', [signed, polling]);

		await n8n.kill();
		restore();
		await n8n.startAgain();
		// n8n takes what it restored for published. The first event that it cannot verify says otherwise.
		const first = await paid('first after the restoration', [polling]);
		const subscriptions = await until(
			'another subscription',
			async () => (await client.webhooks()).subscriptions,
			(listed) => listed.length > 0 && listed[0]?.id !== newer?.id && listed,
		);
		expect(subscriptions).toMatchObject([{ filterTypes: ['disbursement'] }]);
		const next = await paid('next after the restoration', [signed, polling]);
		expect(await startedBy(signed)).toEqual([before, next]);
		// The restored database does not know that the second one has started a run.
		expect(await startedBy(polling)).toEqual([before, between, first, next]);
		for (const workflow of [polling, signed]) await deactivate(environment, workflow);
		expect((await client.webhooks()).subscriptions).toEqual([]);
	});
});
