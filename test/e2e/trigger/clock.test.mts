import { mkdtempSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolder, hostFolder } from '../../host/project.mts';
import { until } from '../../host/until.mts';
import { activeTrigger, COMPLETED, disbursement } from '../support/activeTrigger.mts';
import { openEnvironment, type Environment } from '../support/environment.mts';
import { startGate } from '../support/gate.mts';
import { startOwnN8n, type OwnN8n } from '../support/ownN8n.mts';
import { savePolling } from '../support/pollingTrigger.mts';
import { Records } from '../support/records.mts';
import {
	activate,
	answersTo,
	deactivate,
	executionsOf,
	send,
	wentOn,
} from '../support/triggers.mts';
import { editNode, node, outputOf } from '../support/workflows.mts';

const minute = 60_000;
const hour = 60 * minute;

describe('in an n8n whose clock moves', () => {
	let n8n: OwnN8n;
	let environment: Environment;
	const file = join(mkdtempSync(join(dataFolder, 'clock-')), 'shift.json');

	/** Milliseconds by which n8n's clocks are ahead. */
	function shift(to: { date?: number; elapsed?: number }): void {
		writeFileSync(`${file}.new`, JSON.stringify({ date: 0, elapsed: 0, ...to }));
		renameSync(`${file}.new`, file);
	}

	beforeAll(async () => {
		const preloaded = ['keep-compiled.cjs', 'shifted-clock.cjs'];
		n8n = await startOwnN8n(await openEnvironment(), {
			CLOCK_SHIFT: file,
			NODE_OPTIONS: preloaded.map((name) => `--require "${join(hostFolder, name)}"`).join(' '),
		});
		environment = n8n.environment;
	});

	afterEach(() => shift({}));

	afterAll(async () => {
		await n8n?.remove();
	});

	it('replaces a subscription whose secret an old run has overwritten, minutes after the first event of it', async () => {
		const gate = await startGate();
		const slow = node('After', 'n8n-nodes-base.code', 2, {
			jsCode: `$getWorkflowStaticData('global').ranAt = Date.now();
				await this.helpers.httpRequest({ url: '${gate.url}' });
				return $input.all();`,
		});
		const { client, start, workflow } = await activeTrigger(environment, COMPLETED, slow);
		const [before] = (await client.webhooks()).subscriptions;
		await send(client, 'disbursement', disbursement());
		await until('the run to be at its gate', gate.waiting, (waiting) => waiting > 0);
		const edited = await editNode(environment.api, workflow, start.name, ({ parameters }) => ({
			parameters: { ...parameters, events: ['disbursement.completed', 'refund.error'] },
		}));
		await activate(environment, edited);
		const [after] = (await client.webhooks()).subscriptions;
		expect(after?.id).not.toBe(before?.id);
		gate.open();
		await executionsOf(environment, workflow, 1);
		await until(
			`n8n to store the subscription ${before?.id} again`,
			async () => await environment.api.workflow(workflow.id),
			(stored) => JSON.stringify(stored).includes(before?.id ?? '?'),
		);

		const checks = async () => {
			const { requests } = await client.ledger();
			return requests.filter(({ operation }) => operation === 'client').length;
		};
		const made = await checks();
		const [first = ''] = await send(client, 'disbursement', disbursement());
		expect(await answersTo(client, first)).toEqual([401]);
		// The check follows the answer.
		await until('the check of the subscription', checks, (count) => count > made);
		expect((await client.webhooks()).subscriptions).toMatchObject([{ id: after?.id }]);
		shift({ elapsed: 5 * minute });
		const [second = ''] = await send(client, 'disbursement', disbursement());
		expect(await answersTo(client, second)).toEqual([401]);
		const executions = await executionsOf(environment, workflow, 2);
		expect(executions[1]?.data.resultData.error?.message).toMatch(/was replaced/);
		await send(client, 'disbursement', disbursement());
		expect(wentOn(await executionsOf(environment, workflow, 3))).toHaveLength(2);
		await deactivate(environment, workflow);
		expect((await client.webhooks()).subscriptions).toEqual([]);
		gate.stop();
	});

	it('refuses an event while the clock is an hour slow, says so once, and takes its repetition when the clock is right', async () => {
		const { client, workflow } = await activeTrigger(environment);
		shift({ date: -hour });
		const [eventId = ''] = await send(client, 'disbursement', disbursement());
		await send(client, 'disbursement', disbursement());
		const [alert] = await executionsOf(environment, workflow, 1);
		expect(alert?.data.resultData.error?.message).toMatch(/more than five minutes off the clock/);
		shift({});
		await client.resendEvent(eventId);
		await client.settleWebhooks();
		expect(await answersTo(client, eventId)).toEqual([401, 200]);
		expect(wentOn(await executionsOf(environment, workflow, 2))).toHaveLength(1);
		await deactivate(environment, workflow);
	});

	it('reports each change that polls find once, whichever way the clock is set', async () => {
		const { client, workflow } = await savePolling(environment, COMPLETED);
		shift({ date: 2 * hour });
		await activate(environment, workflow);
		const records = new Records(environment, client);
		const paid: string[] = [];
		for (const date of [2 * hour, -2 * hour]) {
			shift({ date });
			const { id } = await records.disbursement(`payout at ${date}`);
			await environment.control.setDisbursementStatus(id, 'completed');
			paid.push(id);
			await until(`the payout ${id}`, reported, (ids) => ids.includes(id));
		}
		expect(await reported()).toEqual(paid);
		await deactivate(environment, workflow);

		async function reported() {
			const executions = wentOn(await executionsOf(environment, workflow, 0));
			return executions.flatMap((run) => outputOf(run, 'After').map(({ json }) => json.id));
		}
	});
});
