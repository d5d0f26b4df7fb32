import { until } from '../../host/until.mts';
import { COMPLETED } from '../support/activeTrigger.mts';
import { openEnvironment, type Environment } from '../support/environment.mts';
import {
	expectNothingLostByPublishing,
	moreLooks,
	savePolling,
} from '../support/pollingTrigger.mts';
import { Records } from '../support/records.mts';
import { activate, deactivate, executionsOf, wentOn } from '../support/triggers.mts';
import { editNode, expectSuccess, outputOf } from '../support/workflows.mts';

let environment: Environment;
/** Begun first and looked at last: n8n repeats for a quarter of a minute what fails. */
let failed: ReturnType<typeof failedTwice>;

beforeAll(async () => {
	environment = await openEnvironment();
	failed = failedTwice();
	// A test that fails before it is looked at says so itself.
	failed.catch(() => undefined);
});

/** Publishes twice where the credential lacks a scope, each time after a payout has completed. */
async function failedTwice() {
	const events = ['disbursement.completed', 'refund.completed'];
	const made = await savePolling(environment, { events }, ['client_disbursement']);
	const records = new Records(environment, made.client);
	const publications = [];
	for (const reference of ['before the first', 'before the second']) {
		await paid(records, reference);
		publications.push(await activate(environment, made.workflow));
	}
	return { ...made, records, publications };
}

async function paid(records: Records, reference: string): Promise<string> {
	const { id } = await records.disbursement(reference);
	await environment.control.setDisbursementStatus(id, 'completed');
	return id;
}

describe('a workflow that polls for completed payouts', () => {
	it('starts once for each, with the output of the other trigger', async () => {
		const { client, workflow } = await savePolling(environment, COMPLETED);
		const records = new Records(environment, client);
		await paid(records, 'before it was published');
		expect(await activate(environment, workflow)).toMatchObject({ status: 'published' });
		const id = await paid(records, 'payout-1');
		const [run] = await executionsOf(environment, workflow, 1);
		expectSuccess(run);
		expect(run && outputOf(run, 'After').map(({ json }) => json)).toEqual([
			{
				event: 'disbursement.completed',
				resource: 'disbursement',
				id,
				status: 'completed',
				reason: null,
				reasonText: null,
				amount: 150,
				currency: 'ZAR',
				externalReference: 'payout-1',
				nonce: 'payout-1',
				occurredAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
				changeKey: `disbursement.completed/${id}`,
				eventId: `disbursement.completed/${id}`,
				receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
				raw: { data: { client: { disbursements: { node: expect.objectContaining({ id }) } } } },
			},
		]);
		await moreLooks(client, 2);
		expect(wentOn(await executionsOf(environment, workflow, 1))).toHaveLength(1);
		await deactivate(environment, workflow);
	});

	it('starts once for each change that a poll has found while the workflow is published again', async () => {
		await expectNothingLostByPublishing(environment);
	});
});

describe('in the editor', () => {
	it('shows the latest changes, which the published workflow gets all the same', async () => {
		const { client, workflow, start } = await savePolling(environment, COMPLETED);
		const { api } = environment;
		const empty = await api.finished(await api.run(workflow, start.name));
		expect(empty.data.resultData.error?.message).toBe(
			'Nothing in Stitch matches Events and Options yet',
		);
		await activate(environment, workflow);
		const id = await paid(new Records(environment, client), 'payout-2');
		const test = await api.finished(await api.run(workflow, start.name));
		expect(outputOf(test, 'After').map(({ json }) => json.id)).toEqual([id]);
		const polled = await until(
			'an execution that a poll has started',
			async () => await executionsOf(environment, workflow, 1),
			(executions) => executions.find(({ mode }) => mode === 'trigger'),
		);
		expect(outputOf(polled, 'After').map(({ json }) => json.id)).toEqual([id]);
		await deactivate(environment, workflow);
	});
});

describe('where publishing fails, as the credential lacks a scope', () => {
	it('begins nothing and starts nothing', async () => {
		const { workflow, start, records, publications } = await failed;
		for (const { status, triggers } of publications) {
			expect(status).not.toBe('published');
			expect(JSON.stringify(triggers)).toContain('lacks the scope Refunds');
		}
		const edited = await editNode(environment.api, workflow, start.name, ({ parameters }) => ({
			parameters: { ...parameters, ...COMPLETED },
		}));
		expect(await activate(environment, edited)).toMatchObject({ status: 'published' });
		const id = await paid(records, 'after the publication');
		const runs = await executionsOf(environment, workflow, 1);
		expect(runs.flatMap((run) => outputOf(run, 'After').map(({ json }) => json.id))).toEqual([id]);
		await deactivate(environment, workflow);
	});
});
