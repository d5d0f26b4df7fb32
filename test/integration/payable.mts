import type { IDataObject } from 'n8n-workflow';

import type { TestClient } from '../simulator/control-client.mts';
import { startSimulator, type RunningSimulator } from '../simulator/start.mts';
import { runStitch } from './harness.mts';
import { credentialFor } from './payout.mts';

/** Parameters of Payment Request → Create that take the amount and the order from the row. */
export const simple = {
	amount: '={{ $json.amount ?? "150.50" }}',
	externalReference: '={{ $json.order ?? "order-1" }}',
	payerReference: 'Order 1',
	beneficiaryName: 'Example Shop',
	bank: 'fnb',
	accountNumber: '1234567890',
};

/**
 * A simulator for one test file, with a new client for every test, and Payment Request's operations.
 * The service's clock stands still until a test moves it.
 */
export function paymentRequestService() {
	let simulator: RunningSimulator;
	let client: TestClient;

	beforeAll(async () => {
		simulator = await startSimulator({ seed: 4, timeScale: 0 });
	});

	afterAll(async () => {
		await simulator.stop();
	});

	beforeEach(async () => {
		client = await simulator.control.createClient();
	});

	/** Runs an operation of Payment Request over some rows. */
	async function run(
		operation: string,
		parameters: IDataObject,
		more: { rows?: IDataObject[]; onError?: 'continueErrorOutput' } = {},
	) {
		return await runStitch({
			parameters: { resource: 'paymentRequest', operation, ...parameters },
			credential: credentialFor(simulator, client, ['client_paymentrequest']),
			rows: [{}],
			...more,
		});
	}

	/** Creates one payment request and returns what the node put out. */
	async function created(more: IDataObject = {}): Promise<IDataObject & { id: string }> {
		const { outputs, error } = await run('create', { ...simple, ...more });
		expect(error).toBeUndefined();
		return outputs[0]?.[0]?.json as IDataObject & { id: string };
	}

	return {
		get simulator() {
			return simulator;
		},
		get client() {
			return client;
		},
		run,
		created,
	};
}
