import type { Credential, Execution, SavedWorkflow, WorkflowNode } from '../host/api.mts';
import { PATIENCE } from '../host/patience.mts';
import { until } from '../host/until.mts';
import type { TestClient } from '../simulator/controlClient.mts';
import { THOROUGH } from '../setup/thorough.mts';
import { awaitedPayers } from './awaitedPayers.mts';
import { COMPLETED } from './support/activeTrigger.mts';
import { openEnvironment, type Environment } from './support/environment.mts';
import { startGate, type Gate } from './support/gate.mts';
import { startOwnN8n, type OwnN8n } from './support/ownN8n.mts';
import { chargesOf, expectEachPaidOnce, paidOff, payouts, payroll } from './support/payroll.mts';
import { looksAt, moreLooks, pollingTrigger, savePolling } from './support/pollingTrigger.mts';
import { Records } from './support/records.mts';
import {
	activate,
	answersTo,
	deactivate,
	executionsOf,
	receivingClient,
	saveBothTriggers,
	saveTriggered,
	send,
	settled,
	trigger,
	wentOn,
} from './support/triggers.mts';
import { ask, inStatus, returnUrl } from './support/waiting.mts';
import { editNode, expectSuccess, node, outputOf } from './support/workflows.mts';

/** How many payouts, or charges, the service has accepted when n8n is killed: moments that were drawn once. */
const MOMENTS = THOROUGH ? [7, 64, 151, 218, 287] : [64];
const ROWS = 300;

/** Rows that are sent at the same time. */
const AT_ONCE = 8;

/** Seconds after which another process takes up what one has begun to publish. */
const LEASE = 30;

/** Minutes that it is away by its clock: less than five, or it would take no event from Stitch. */
const AWAY = 4;

/** What n8n had begun when it was killed, and what each test looks at afterwards. */
describe('an n8n that is killed and started again', () => {
	let n8n: OwnN8n;
	let environment: Environment;

	let payer: TestClient;
	let charged: typeof payouts;
	let payrolls: SavedWorkflow[];

	let subscribed: Awaited<ReturnType<typeof published>>;
	let seenEvent: string;

	let gate: Gate;
	let interrupted: Awaited<ReturnType<typeof published>>;
	let asked: Awaited<ReturnType<typeof published>>;

	let halfSubscribed: Awaited<ReturnType<typeof saved>>;
	let lostSubscription: string;

	const payers = awaitedPayers(AWAY);

	let polled: Awaited<ReturnType<typeof savePolling>>;
	const completed: string[] = [];

	let polledTwice: { client: TestClient; workflow: SavedWorkflow };
	let failedMeanwhile: string;

	beforeAll(async () => {
		n8n = await startOwnN8n(await openEnvironment(), {
			// One that takes most of its lease is given up, so a busy machine needs some.
			N8N_WORKFLOW_PUBLICATION_OUTBOX_LEASE_SECONDS: String(LEASE),
			N8N_WORKFLOW_PUBLICATION_RECONCILE_INTERVAL_SECONDS: '1',
			N8N_WORKFLOW_PUBLICATION_OUTBOX_POLL_INTERVAL_MS: '500',
		});
		environment = n8n.environment;
		await beginEvents();
		await beginInterrupted();
		await beginPolling();
		await beginPollingTwice();
		await savePayrolls();
		await payers.begin(environment);
		for (const [index, moment] of MOMENTS.entries()) {
			const isFirst = index === 0;
			await holdAfter(moment);
			await beginPayments();
			await untilAmid(moment);
			await untilPollOf(`payout-${index}`);
			if (isFirst) await beginToSubscribe();
			await n8n.kill();
			await payer.clearFaults();
			await polled.client.clearFaults();
			if (isFirst) {
				await payers.pay();
				failedMeanwhile = await payout(polledTwice.client, 'meanwhile', 'error');
				n8n.setAhead(AWAY * 60_000);
			}
			await halfSubscribed.client.clearFaults();
			await n8n.startAgain();
			// What n8n is just continuing when it is killed, it shows as crashed, and no node can help that.
			if (isFirst) await payers.untilTimedOut();
		}
	});

	afterAll(async () => {
		gate?.stop();
		await n8n?.remove();
	});

	async function saved(behind?: (credential: Credential) => WorkflowNode[]) {
		const { client, credential } = await receivingClient(environment);
		const start = trigger(credential, COMPLETED);
		const workflow = await saveTriggered(environment, start, behind?.(credential));
		return { client, workflow };
	}

	async function published(behind?: (credential: Credential) => WorkflowNode[]) {
		const made = await saved(behind);
		await activate(environment, made.workflow);
		return { ...made, subscriptions: (await made.client.webhooks()).subscriptions };
	}

	async function beginEvents(): Promise<void> {
		subscribed = await published();
		const data = { id: 'before', status: 'completed' };
		[seenEvent = ''] = await send(subscribed.client, 'disbursement', data);
		expect(wentOn(await executionsOf(environment, subscribed.workflow, 1))).toHaveLength(1);
	}

	async function beginInterrupted(): Promise<void> {
		gate = await startGate();
		const jsCode = `await this.helpers.httpRequest({ url: '${gate.url}' }); return $input.all();`;
		const atGate = node('After', 'n8n-nodes-base.code', 2, { jsCode });
		interrupted = await published(() => [atGate]);
		asked = await published((credential) => [ask(credential), atGate]);
		for (const { client } of [interrupted, asked]) {
			const [eventId = ''] = await send(client, 'disbursement', { id: 'x', status: 'completed' });
			expect(await answersTo(client, eventId)).toEqual([200]);
		}
		await until('both runs to be at the gate', gate.waiting, (waiting) => waiting === 2);
	}

	async function beginPolling(): Promise<void> {
		polled = await savePolling(environment, COMPLETED);
		await activate(environment, polled.workflow);
		// The first is the one of publishing.
		await moreLooks(polled.client, 2);
	}

	/**
	 * One of two polling triggers is given another event, and then the other one finds something: n8n
	 * saves that one's copy of what is kept with the workflow, which was made before.
	 */
	async function beginPollingTwice(): Promise<void> {
		const { client, credential } = await receivingClient(environment);
		const one = pollingTrigger(credential, COMPLETED, 'Completed');
		const other = pollingTrigger(credential, { events: ['disbursement.paused'] }, 'Failed');
		const before = await saveBothTriggers(environment, one, other);
		await activate(environment, before);
		const workflow = await editNode(environment.api, before, other.name, ({ parameters }) => ({
			parameters: { ...parameters, events: ['disbursement.error'] },
		}));
		await activate(environment, workflow);
		polledTwice = { client, workflow };
		await payout(client, 'before', 'completed');
		expect(wentOn(await executionsOf(environment, workflow, 1))).toHaveLength(1);
	}

	async function savePayrolls(): Promise<void> {
		payer = await environment.control.createClient();
		charged = await chargesOf(environment, payer);
		payrolls = await Promise.all(
			[payouts, charged].map(async (moved) => {
				const workflow = await payroll(
					environment,
					payer,
					ROWS,
					{ concurrency: AT_ONCE },
					{ moved },
				);
				return await environment.api.createWorkflow(workflow);
			}),
		);
	}

	/**
	 * From about that payment on, the service makes what it is asked for and does not say so: n8n cannot have
	 * finished when it is killed. A run first asks for some that were made before.
	 */
	async function holdAfter(moment: number): Promise<void> {
		const made = await payer.summary();
		for (const { list, requests } of [payouts, charged]) {
			const first = moment - made[list] + AT_ONCE + 1;
			const held = Array.from({ length: 2 * ROWS }, (_, index) => first + index);
			await payer.addFaults({ kind: 'held-answer', match: requests, requests: held });
		}
	}

	const beginPayments = async () =>
		await Promise.all(
			payrolls.map(async (workflow) => await environment.api.run(workflow, 'Start')),
		);

	/** The service has made the subscription, and its answer with the secret is still under way. */
	async function beginToSubscribe(): Promise<void> {
		halfSubscribed = await saved();
		const { client, workflow } = halfSubscribed;
		const match = { path: '/graphql', operation: 'WebhookAdd' };
		await client.addFaults({ match, kind: 'held-answer' });
		// An n8n before 2.40 answers when it has published it: this one is killed before.
		void environment.api.activate(workflow).catch(() => undefined);
		const { id } = await until(
			'a subscription',
			async () => (await client.webhooks()).subscriptions,
			([subscription]) => subscription,
		);
		lostSubscription = id;
	}

	/** Resolves when both have begun, and one of them has come so far. */
	async function untilAmid(moment: number): Promise<void> {
		await until(
			`both to have begun, and ${moment} accepted of one of them`,
			async () => {
				const { disbursements, charges } = await payer.summary();
				return { disbursements, charges };
			},
			({ disbursements, charges }) =>
				Math.min(disbursements, charges) > 0 && Math.max(disbursements, charges) >= moment,
			{ interval: 5 },
		);
	}

	/** Makes a payout and gives it a status. */
	async function payout(client: TestClient, reference: string, status: 'completed' | 'error') {
		const { id } = await new Records(environment, client).disbursement(reference);
		await environment.control.setDisbursementStatus(id, status);
		return id;
	}

	/** A payout completes; resolves when a poll has asked what has changed, and waits for the answer. */
	async function untilPollOf(reference: string): Promise<void> {
		await polled.client.addFaults({ kind: 'held-answer', match: { operation: 'Changes' } });
		completed.push(await payout(polled.client, reference, 'completed'));
		const before = await looksAt(polled.client);
		await until(
			'a poll',
			async () => await looksAt(polled.client),
			(looks) => looks > before,
			{ interval: 5 },
		);
	}

	it('makes each of 300 payouts and 300 charges once when it is run again after a kill', async () => {
		const ids = await beginPayments();
		const runs = await Promise.all(ids.map(async (id) => await paidOff(environment, payer, id)));
		expect(runs.map(({ status }) => status)).toEqual(['success', 'success']);
		for (const [index, { list }] of [payouts, charged].entries()) {
			await expectEachPaidOnce(payer, runs[index] as Execution, ROWS, list);
		}
	});

	it('still has its event subscription, and recognizes what it has seen before', async () => {
		const { client, workflow, subscriptions } = subscribed;
		expect((await client.webhooks()).subscriptions).toEqual(subscriptions);
		await client.resendEvent(seenEvent);
		await send(client, 'disbursement', { id: 'after', status: 'completed' });
		expect(wentOn(await executionsOf(environment, workflow, 3))).toHaveLength(2);
		await deactivate(environment, workflow);
		expect((await client.webhooks()).subscriptions).toEqual([]);
	});

	/** The retry of a run that is shown as crashed. */
	async function retried({ workflow }: typeof interrupted): Promise<Execution> {
		const { api } = environment;
		const crashed = await until(
			'an execution that is shown as crashed',
			async () => await api.executions(workflow.id),
			([execution]) => execution?.status === 'crashed' && execution,
		);
		gate.open();
		const run = await api.finished(await api.retryExecution(crashed.id));
		expectSuccess(run);
		await deactivate(environment, workflow);
		return run;
	}

	it('shows the run of an acknowledged event as crashed, and a retry starts the workflow with it', async () => {
		const run = await retried(interrupted);
		expect(outputOf(run, 'After').map(({ json }) => json.id)).toEqual(['x']);
	});

	it('finds in a retry the payment request that the crashed run created, and gives it a new link', async () => {
		const before = (await asked.client.ledger()).paymentRequests;
		const run = await retried(asked);
		expect(before).toHaveLength(1);
		expect(outputOf(run, 'After').map(({ json }) => json)).toMatchObject([
			{
				id: before[0]?.id,
				alreadyExisted: true,
				paymentUrl: expect.stringContaining(encodeURIComponent(`/webhook-waiting/${run.id}?`)),
			},
		]);
		expect((await asked.client.ledger()).paymentRequests).toEqual(before);
	});

	it('after a kill between subscribing and saving the secret, has one subscription, which the next activation replaces', async () => {
		const { client, workflow } = halfSubscribed;
		await settled(environment, workflow, 'not_published', LEASE * 1000 + PATIENCE);
		// n8n takes the activation for done, so the secret is unknown. An n8n before 2.40 activates again.
		const isNew = (await client.webhooks()).subscriptions.every(
			({ id }) => id !== lostSubscription,
		);
		const [eventId = ''] = await send(client, 'disbursement', { id: 'x', status: 'completed' });
		expect(await answersTo(client, eventId)).toEqual([isNew ? 200 : 401]);
		await deactivate(environment, workflow);
		await activate(environment, workflow);
		const { subscriptions } = await client.webhooks();
		expect(subscriptions).toHaveLength(1);
		expect(subscriptions[0]?.id).not.toBe(lostSubscription);
		await send(client, 'disbursement', { id: 'y', status: 'completed' });
		const runs = isNew ? 2 : 1;
		expect(wentOn(await executionsOf(environment, workflow, runs))).toHaveLength(runs);
		await deactivate(environment, workflow);
		expect((await client.webhooks()).subscriptions).toEqual([]);
	});

	it('reports every change of a poll that it was killed in once, or has an execution that shows it and can be retried', async () => {
		const { api } = environment;
		const all = await until(
			`executions that have finished and show ${completed.join(', ')}`,
			async () => {
				const listed = await api.executions(polled.workflow.id);
				return await Promise.all(listed.map(async ({ id }) => await api.execution(id)));
			},
			(executions) => {
				const isRunning = executions.some(({ status }) => ['new', 'running'].includes(status));
				const shown = executions.map(({ data }) => JSON.stringify(data)).join();
				return !isRunning && completed.every((id) => shown.includes(id)) && executions;
			},
		);
		const told = wentOn(all).flatMap((run) => outputOf(run, 'After').map(({ json }) => json.id));
		expect(new Set(told).size).toBe(told.length);
		const crashed = all.filter(({ status }) => status === 'crashed');
		const shown = crashed.map(({ data }) => JSON.stringify(data)).join();
		expect(completed.filter((id) => !told.includes(id) && !shown.includes(id))).toEqual([]);
		await deactivate(environment, polled.workflow);
	});

	it('misses no change of an event that one of two polling triggers of a workflow was given last', async () => {
		const { workflow } = polledTwice;
		await until(
			'a run for the payout that failed',
			async () => {
				const executions = wentOn(await executionsOf(environment, workflow, 1));
				return executions.flatMap((run) => outputOf(run, 'After').map(({ json }) => json.id));
			},
			(ids) => ids.includes(failedMeanwhile),
		);
		await deactivate(environment, workflow);
	});

	it('continues with the payer who returns', async () => {
		expect(await (await fetch(returnUrl(payers.returning))).text()).toContain('Thank you');
		const run = await inStatus(environment, payers.returning.executionId, 'success', 'After');
		expect(outputOf(run, 'After').map(({ json }) => json)).toMatchObject([
			{
				waitForPayment: {
					outcome: 'paid',
					paymentRequest: { id: payers.returning.paymentRequestId, status: 'completed' },
				},
			},
		]);
	});

	it('says "timedOut" next to the input when the payer never returns, on the first output even where errors have their own', async () => {
		const run = await environment.api.execution(payers.forgotten.executionId);
		expect(outputOf(run, 'Wait').map(({ json }) => json.waitForPayment)).toMatchObject([
			{ outcome: 'paid', paymentRequest: { id: payers.forgotten.paymentRequestId } },
		]);
		const [second] = outputOf(run, 'Ask Again').map(({ json }) => json);
		expect(outputOf(run, 'After').map(({ json }) => json)).toEqual([
			{
				...second,
				waitForPayment: expect.objectContaining({
					outcome: 'timedOut',
					final: false,
					paymentRequest: expect.objectContaining({ id: second?.id, status: 'pending' }),
				}),
			},
		]);
	});
});
