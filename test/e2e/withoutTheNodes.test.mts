import { randomUUID } from 'node:crypto';
import type { SavedWorkflow, WorkflowNode } from '../host/api.mts';
import { until } from '../host/until.mts';
import type { TestClient } from '../simulator/controlClient.mts';
import { activeTrigger, COMPLETED, disbursement } from './support/activeTrigger.mts';
import { openEnvironment, type Environment } from './support/environment.mts';
import { startOwnN8n, type OwnN8n } from './support/ownN8n.mts';
import { payouts } from './support/payroll.mts';
import { looksAt, savePolling } from './support/pollingTrigger.mts';
import { Records } from './support/records.mts';
import {
	activate,
	answersTo,
	deactivate,
	executionsOf,
	saveTriggered,
	send,
	settled,
	wentOn,
} from './support/triggers.mts';
import { inStatus } from './support/waiting.mts';
import {
	chain,
	manualTrigger,
	node,
	outputOf,
	saveCredential,
	stitch,
} from './support/workflows.mts';

/** As n8n 3.0 does with a package that it has not verified, unless a setting is made first. */
const withoutTheNodes = { N8N_COMMUNITY_PACKAGES_PREVENT_LOADING: 'true' };

const UNKNOWN = 'Unrecognized node type: n8n-nodes-stitch-payments.stitch';

/** Minutes until the day of the lists that wait for it, and by which the clock of n8n is moved then. */
const [DAY, LATER] = [3, 4];
const minute = 60_000;

describe('an n8n that does not load the nodes any more, and then loads them again', () => {
	let n8n: OwnN8n;
	let environment: Environment;
	let client: TestClient;
	let pay: (reference: string) => WorkflowNode;

	let byHand: SavedWorkflow;
	let form: SavedWorkflow;
	let scheduled: SavedWorkflow;
	let polled: Awaited<ReturnType<typeof savePolling>>;
	let pollsBefore: number;
	let changedMeanwhile: string;
	let received: Awaited<ReturnType<typeof activeTrigger>>;
	let missedEvent: string;
	/** Executions that wait, by the reference of what they pay. */
	const waiting = new Map<string, string>();
	let link: string;

	beforeAll(async () => {
		n8n = await startOwnN8n(await openEnvironment());
		environment = n8n.environment;
		client = await environment.control.createClient();
		const credential = await saveCredential(environment, client);
		pay = (externalReference) =>
			stitch('Pay', credential, { ...payouts.parameters, externalReference });

		const approval = node('Approval', 'n8n-nodes-base.wait', 1.1, { resume: 'webhook' });
		link = await wait('waits for approval', { ...approval, webhookId: randomUUID() });
		byHand = await save('by hand');
		form = await published('Form', 'n8n-nodes-base.formTrigger', 2.2, {
			...{ formTitle: 'Pay a file', options: {} },
			formFields: { values: [{ fieldLabel: 'File', fieldType: 'text' }] },
		});
		scheduled = await published('Schedule', 'n8n-nodes-base.scheduleTrigger', 1.3, {
			rule: { interval: [{ field: 'months' }] },
		});
		polled = await savePolling(environment, COMPLETED);
		await activate(environment, polled.workflow);
		received = await activeTrigger(environment);
		// Last: their day comes in minutes, and n8n has to be stopped before.
		const dateTime = new Date(Date.now() + DAY * minute).toISOString();
		const forDay = node('Day', 'n8n-nodes-base.wait', 1.1, { resume: 'specificTime', dateTime });
		await wait('waits for its day', forDay);
		await wait('paid by hand', forDay);

		await n8n.stop();
		n8n.setAhead(LATER * minute);
		pollsBefore = await looksAt(polled.client);
		await n8n.startAgain(withoutTheNodes);
	});

	afterAll(async () => await n8n?.remove());

	const save = async (reference: string, ...between: WorkflowNode[]) => {
		const nodes = [manualTrigger(), ...between, pay(reference)];
		return await environment.api.createWorkflow(chain(reference, nodes, [{}]));
	};

	/** Starts a workflow that waits before it pays. @returns the link that continues it */
	async function wait(reference: string, waits: WorkflowNode): Promise<string> {
		const value = '={{ $execution.resumeUrl }}';
		const assignments = { assignments: [{ id: '1', name: 'link', type: 'string', value }] };
		const noted = node('Link', 'n8n-nodes-base.set', 3.4, { assignments, options: {} });
		const { api } = environment;
		const id = await api.run(await save(reference, noted, waits), 'Start');
		const execution = await inStatus(environment, id, 'waiting', waits.name);
		waiting.set(reference, id);
		return String(outputOf(execution, 'Link')[0]?.json.link);
	}

	/** A published workflow from a trigger of n8n to a payment. */
	async function published(...[name, ...trigger]: Parameters<typeof node>): Promise<SavedWorkflow> {
		const start = { ...node(name, ...trigger), webhookId: randomUUID() };
		const saved = await saveTriggered(environment, start, [pay(name)]);
		await activate(environment, saved);
		return saved;
	}

	const formUrl = () => `${environment.n8nUrl}/form/${form.nodes[0]?.webhookId}`;

	const statusOf = async (reference: string) =>
		(await environment.api.execution(waiting.get(reference) ?? '')).status;

	const paid = async () =>
		(await client.ledger()).disbursements.map(({ externalReference }) => externalReference).sort();

	const untilPaid = async (...references: string[]) =>
		await until('the payments', paid, (seen) => references.every((one) => seen.includes(one)), {
			// What n8n cannot continue while it starts, it continues a minute later.
			patience: 90_000,
		});

	it('refuses a run by hand with the name of the node that it does not know', async () => {
		await expect(environment.api.run(byHand, 'Start')).rejects.toMatchObject({
			status: 400,
			message: expect.stringContaining(UNKNOWN) as string,
		});
	});

	it('shows that sentence in the place of a form, and starts nothing that could report it', async () => {
		const answer = await fetch(formUrl());
		expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(UNKNOWN)]);
		expect(await environment.api.executions(form.id)).toEqual([]);
	});

	it('does not take an approval, which can be given later', async () => {
		expect((await fetch(link)).status).toBe(400);
		expect(await statusOf('waits for approval')).toBe('waiting');
	});

	it('does not continue a list whose day has come, and says so in its log alone', async () => {
		const failed = 'Failed to start waiting execution';
		await until('both lists in its log', n8n.log, (log) => log.split(failed).length > 2);
		expect(await statusOf('waits for its day')).toBe('waiting');
	});

	it('does not take an event from Stitch', async () => {
		[missedEvent = ''] = await send(received.client, 'disbursement', disbursement());
		expect(await answersTo(received.client, missedEvent)).not.toContain(200);
	});

	it('shows a workflow that polls as published, and polls nothing', async () => {
		const { active } = await environment.api.workflow(polled.workflow.id);
		expect([active, await looksAt(polled.client)]).toEqual([true, pollsBefore]);
	});

	// From here on, n8n has the nodes again.
	it('continues where it was once they are back: each list is paid once, unless it was stopped before', async () => {
		await environment.api.stopExecution(waiting.get('paid by hand') ?? '');
		const { id } = await new Records(environment, polled.client).disbursement('in the meantime');
		await environment.control.setDisbursementStatus(id, 'completed');
		changedMeanwhile = id;
		expect(await paid()).toEqual([]);
		await n8n.stop();
		await n8n.startAgain();

		await untilPaid('waits for its day');
		expect((await fetch(link)).status).toBe(200);
		expect((await fetch(formUrl())).status).toBe(200);
		await environment.api.run(byHand, 'Start');
		await untilPaid('waits for approval', 'by hand');
		await received.client.resendEvent(missedEvent);
		await received.client.settleWebhooks();
		expect(await answersTo(received.client, missedEvent)).toContain(200);

		expect(await paid()).toEqual(['by hand', 'waits for approval', 'waits for its day']);
		expect(await statusOf('paid by hand')).toBe('canceled');
	});

	it('starts no workflow by itself any more, although it shows them as published, until they are published again', async () => {
		for (const workflow of [scheduled, polled.workflow]) {
			const { active } = await environment.api.workflow(workflow.id);
			const { status } = await settled(environment, workflow, 'published');
			expect({ active, status }).toEqual({ active: true, status: 'failed' });
		}
		expect(await looksAt(polled.client)).toBe(pollsBefore);
		for (const workflow of [scheduled, polled.workflow]) {
			await deactivate(environment, workflow);
			expect(await activate(environment, workflow)).toMatchObject({ status: 'published' });
		}
		const found = wentOn(await executionsOf(environment, polled.workflow, 1));
		const ids = found.flatMap((run) => outputOf(run, 'After').map(({ json }) => json.id));
		expect(ids).toEqual([changedMeanwhile]);
	});
});
