import type { SavedWorkflow } from '../../host/api.mts';
import { hasPublications } from '../../host/publication.mts';
import { until } from '../../host/until.mts';
import { activeTrigger, COMPLETED, disbursement } from '../support/activeTrigger.mts';
import { openEnvironment, type Environment } from '../support/environment.mts';
import { startOwnN8n, type OwnN8n } from '../support/ownN8n.mts';
import { pollingTrigger, savePolling } from '../support/pollingTrigger.mts';
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
	wentOn,
} from '../support/triggers.mts';
import { editNode, node, outputOf } from '../support/workflows.mts';

const hour = 60 * 60_000;

let n8n: OwnN8n;
let environment: Environment;

beforeAll(async () => {
	n8n = await startOwnN8n(await openEnvironment());
	environment = n8n.environment;
});

afterAll(async () => await n8n?.remove());

describe('an n8n that is restored from a backup', () => {
	it('replaces its subscription at the first event, and its polling trigger misses no change', async () => {
		const { client, credential } = await receivingClient(environment);
		const start = trigger(credential, COMPLETED);
		const signed = await saveTriggered(environment, start);
		const polling = await saveTriggered(environment, pollingTrigger(credential, COMPLETED));
		const both = [signed, polling];
		const records = new Records(environment, client);

		const startedBy = async (workflow: SavedWorkflow) => {
			const executions = wentOn(await executionsOf(environment, workflow, 0));
			return executions.flatMap((run) => outputOf(run, 'After').map(({ json }) => json.id));
		};

		/** A payout completes and starts the workflows. */
		async function paid(reference: string, workflows: SavedWorkflow[]): Promise<string> {
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
		const before = await paid('before the backup', both);
		const restore = n8n.backUp();
		const edited = await editNode(environment.api, signed, start.name, ({ parameters }) => ({
			parameters: { ...parameters, events: ['disbursement.completed', 'refund.completed'] },
		}));
		await activate(environment, edited);
		const [newer] = (await client.webhooks()).subscriptions;
		const between = await paid('after the backup', both);

		await n8n.kill();
		restore();
		await n8n.startAgain();
		const replaced = async () =>
			await until(
				'another subscription',
				async () => (await client.webhooks()).subscriptions,
				(listed) => listed.length > 0 && listed[0]?.id !== newer?.id && listed,
			);
		// n8n takes what it restored for published. The first event that it cannot verify says otherwise.
		const isAsked = !(await hasPublications(environment.api, signed));
		if (isAsked) await replaced();
		const first = await paid('first after the restoration', isAsked ? both : [polling]);
		expect(await replaced()).toMatchObject([{ filterTypes: ['disbursement'] }]);
		const next = await paid('next after the restoration', both);
		expect(await startedBy(signed)).toEqual([before, ...(isAsked ? [first] : []), next]);
		// The restored database does not know that the second one has started a run.
		expect(await startedBy(polling)).toEqual([before, between, first, next]);
		for (const workflow of [polling, signed]) await deactivate(environment, workflow);
		expect((await client.webhooks()).subscriptions).toEqual([]);
	});
});

describe('an n8n in which a Schedule Trigger puts back what it had read when it started', () => {
	/** It counts the minutes, fires within the first one, and n8n then saves all that it had read for it. */
	const counting = node('Schedule', 'n8n-nodes-base.scheduleTrigger', 1.3, {
		rule: { interval: [{ field: 'minutes', minutesInterval: 7 }] },
	});

	it('does not count the signing secret that it has put back', async () => {
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
	});
});

// Last: n8n's timers do not bear a clock that is set back.
describe('in an n8n whose clock moves', () => {
	afterEach(() => n8n.setAhead(0));

	it('rejects an event while the clock is an hour slow, says so once, and accepts its repetition when the clock is right', async () => {
		const { client, workflow } = await activeTrigger(environment);
		n8n.setAhead(-hour);
		const sent = [
			...(await send(client, 'disbursement', disbursement())),
			...(await send(client, 'disbursement', disbursement())),
		];
		const alerts = await executionsOf(environment, workflow, 1);
		expect(alerts.map(({ data }) => data.resultData.error?.message)).toEqual([
			expect.stringMatching(/more than five minutes off the clock/),
		]);
		n8n.setAhead(0);
		for (const eventId of sent) await client.resendEvent(eventId);
		await client.settleWebhooks();
		for (const eventId of sent) expect(await answersTo(client, eventId)).toEqual([401, 200]);
		const started = wentOn(await executionsOf(environment, workflow, 3));
		const ids = started.flatMap((run) => outputOf(run, 'After').map(({ json }) => json.eventId));
		expect(ids.sort()).toEqual(sent.sort());
		await deactivate(environment, workflow);
	});

	it('reports each change that polls find once, whichever way the clock is set', async () => {
		const { client, workflow } = await savePolling(environment, COMPLETED);
		const records = new Records(environment, client);
		const paid: string[] = [];
		for (const ahead of [2 * hour, -2 * hour]) {
			// n8n's timers do not bear a clock that is set back, so it publishes again.
			n8n.setAhead(ahead);
			await activate(environment, workflow);
			const { id } = await records.disbursement(`payout at ${ahead}`);
			await environment.control.setDisbursementStatus(id, 'completed');
			paid.push(id);
			await until(`the payout ${id}`, reported, (ids) => ids.includes(id));
			await deactivate(environment, workflow);
		}
		expect(await reported()).toEqual(paid);

		async function reported() {
			const executions = wentOn(await executionsOf(environment, workflow, 0));
			return executions.flatMap((run) => outputOf(run, 'After').map(({ json }) => json.id));
		}
	});
});
