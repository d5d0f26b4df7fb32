import { mkdtempSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolder, hostFolder } from '../../host/project.mts';
import { until } from '../../host/until.mts';
import { activeTrigger, COMPLETED, disbursement } from '../support/activeTrigger.mts';
import { openEnvironment, type Environment } from '../support/environment.mts';
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
import { outputOf } from '../support/workflows.mts';

const hour = 60 * 60_000;

describe('in an n8n whose clock moves', () => {
	let n8n: OwnN8n;
	let environment: Environment;
	const file = join(mkdtempSync(join(dataFolder, 'clock-')), 'shift');

	/** @param milliseconds by which n8n's clock is ahead */
	function shift(milliseconds: number): void {
		writeFileSync(`${file}.new`, String(milliseconds));
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

	afterEach(() => shift(0));

	afterAll(async () => {
		await n8n?.remove();
	});

	it('refuses an event while the clock is an hour slow, says so once, and takes its repetition when the clock is right', async () => {
		const { client, workflow } = await activeTrigger(environment);
		shift(-hour);
		const [eventId = ''] = await send(client, 'disbursement', disbursement());
		await send(client, 'disbursement', disbursement());
		const [alert] = await executionsOf(environment, workflow, 1);
		expect(alert?.data.resultData.error?.message).toMatch(/more than five minutes off the clock/);
		shift(0);
		await client.resendEvent(eventId);
		await client.settleWebhooks();
		expect(await answersTo(client, eventId)).toEqual([401, 200]);
		expect(wentOn(await executionsOf(environment, workflow, 2))).toHaveLength(1);
		await deactivate(environment, workflow);
	});

	it('reports each change that polls find once, whichever way the clock is set', async () => {
		const { client, workflow } = await savePolling(environment, COMPLETED);
		const records = new Records(environment, client);
		const paid: string[] = [];
		for (const ahead of [2 * hour, -2 * hour]) {
			// n8n's timers do not bear a clock that is set back, so it publishes again.
			shift(ahead);
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
