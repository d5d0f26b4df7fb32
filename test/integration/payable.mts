import type { IDataObject } from 'n8n-workflow';

import { runStitch, type RunInput } from './harness.mts';
import { simulatedService } from './service.mts';

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
	const service = simulatedService({ seed: 4 });

	/** Runs an operation of Payment Request over some rows. */
	async function run(
		operation: string,
		parameters: IDataObject,
		more: Partial<Pick<RunInput, 'rows' | 'onError' | 'retryOnFail'>> = {},
	) {
		return await runStitch({
			parameters: { resource: 'paymentRequest', operation, ...parameters },
			credential: service.credential(['client_paymentrequest']),
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

	return { service, run, created };
}
