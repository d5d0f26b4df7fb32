import type { TestClient } from '../simulator/controlClient.mts';
import { openEnvironment, type Environment } from './support/environment.mts';
import { chargesOf, expectEachPaidOnce, payouts, payroll, type Moved } from './support/payroll.mts';
import { expectSuccess, runToEnd } from './support/workflows.mts';

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

		expectSuccess(run);
		await expectEachPaidOnce(client, run, 10, moved.list);
	});

	it('are made once for each row when a failed execution is retried manually', async () => {
		await loseAnswer(4);
		const { api } = environment;
		const failed = await runToEnd(api, await ofTen({ retrySeconds: 0 }));
		expect(failed.status).toBe('error');

		const retried = await api.finished(await api.retryExecution(failed.id));
		expectSuccess(retried);
		await expectEachPaidOnce(client, retried, 10, moved.list);
	});
});
