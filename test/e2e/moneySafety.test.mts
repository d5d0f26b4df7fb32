import type { TestClient } from '../simulator/control-client.mts';
import { THOROUGH } from '../thorough.mts';
import { openEnvironment, type Environment } from './support/environment.mts';
import { startOwnN8n, type OwnN8n } from './support/ownN8n.mts';
import { chargesOf, expectEachPaidOnce, payouts, payroll, type Moved } from './support/payroll.mts';
import { until } from './support/until.mts';
import { runToEnd } from './support/workflows.mts';

let environment: Environment;
let client: TestClient;

beforeAll(async () => {
	environment = await openEnvironment();
});

beforeEach(async () => {
	client = await environment.control.createClient();
});

describe.each(['payouts', 'charges'])('%s', (name) => {
	let moved: Moved;

	beforeEach(async () => {
		moved = name === 'charges' ? await chargesOf(environment, client) : payouts;
	});

	/** A workflow of ten rows. */
	const ofTen = async (options = {}, settings = {}) =>
		await payroll(environment, client, 10, options, { settings, moved });

	/** The service carries out such a request, and its answer is lost. */
	async function loseAnswer(request: number): Promise<void> {
		await client.addFaults({ kind: 'lost-answer', requests: [request], match: moved.requests });
	}

	it('are made once for each row when n8n retries the node on failure', async () => {
		// The answer to the third payment is lost, and the node itself may try only once.
		await loseAnswer(3);
		const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 100 };
		const run = await runToEnd(environment.api, await ofTen({ retrySeconds: 0 }, settings));

		expect(run.status).toBe('success');
		await expectEachPaidOnce(client, run, 10, moved.list);
	});

	it('are made once for each row when a failed execution is retried by hand', async () => {
		await loseAnswer(4);
		const { api } = environment;
		const failed = await runToEnd(api, await ofTen({ retrySeconds: 0 }));
		expect(failed.status).toBe('error');

		const retried = await api.finished(await api.retryExecution(failed.id));
		expect(retried.status).toBe('success');
		await expectEachPaidOnce(client, retried, 10, moved.list);
	});

	it('are made once for each row when the whole workflow runs again', async () => {
		const { api } = environment;
		const saved = await api.createWorkflow(await ofTen());
		for (let times = 0; times < 3; times++) {
			const run = await api.finished(await api.run(saved, 'Start'));
			expect(run.status).toBe('success');
			await expectEachPaidOnce(client, run, 10, moved.list);
		}
	});
});

describe('an n8n that is killed in the middle of payouts and of charges', () => {
	/** How many of either the service has accepted when n8n is killed: moments that were drawn once. */
	const moments = THOROUGH ? [37, 214, 455, 718, 961] : [214, 718];
	const rows = 1000;
	let n8n: OwnN8n | undefined;

	afterEach(async () => {
		await n8n?.remove();
	});

	/** Resolves when both have begun, and one of them has come so far. */
	async function untilAmid(moment: number): Promise<void> {
		const amid = async () => {
			const { disbursements, charges } = await client.summary();
			return Math.min(disbursements, charges) > 0 && Math.max(disbursements, charges) >= moment;
		};
		await until(amid, { interval: 5 });
	}

	it('makes each of 1,000 payouts and 1,000 charges once when it is run again after each kill', async () => {
		n8n = await startOwnN8n(environment);
		const own = n8n.environment;
		const { api } = own;
		const both = [payouts, await chargesOf(environment, client)];
		const saved = await Promise.all(
			both.map(async (moved) => {
				const options = { concurrency: 8 };
				const workflow = await payroll(own, client, rows, options, { moved });
				return await api.createWorkflow(workflow);
			}),
		);
		const start = async () =>
			await Promise.all(saved.map(async (workflow) => await api.run(workflow, 'Start')));

		for (const moment of moments) {
			await start();
			await untilAmid(moment);
			await n8n.kill();
			await n8n.startAgain();
		}
		const runs = await Promise.all((await start()).map(async (id) => await api.finished(id)));

		expect(runs.map(({ status }) => status)).toEqual(['success', 'success']);
		for (const [index, run] of runs.entries()) {
			await expectEachPaidOnce(client, run, rows, both[index]?.list);
		}
	});
});
