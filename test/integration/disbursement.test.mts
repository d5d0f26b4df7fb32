import { runStitch } from './harness.mts';
import { payoutParameters, payoutRows } from './payout.mts';
import { simulatedService } from './service.mts';

const service = simulatedService({ timeScale: 1 });

describe('Disbursement → Create', () => {
	it('pays every row and keeps order and item links at any concurrency', async () => {
		await service.client.addFaults({ kind: 'latency', ms: 1, jitterMs: 15 });

		const { outputs, error } = await runStitch({
			parameters: payoutParameters({ concurrency: 8 }),
			credential: service.credential(),
			rows: payoutRows(40),
		});

		expect(error).toBeUndefined();
		const [main = []] = outputs;
		expect(main.map(({ json }) => json.externalReference)).toEqual(
			payoutRows(40).map(({ reference }) => reference),
		);
		expect(main.map(({ pairedItem }) => pairedItem)).toEqual(
			payoutRows(40).map((_, item) => ({ item })),
		);
		expect(
			main.every(({ json }) => json.status === 'pending' && json.alreadyExisted === false),
		).toBe(true);
		const ledger = await service.client.summary();
		expect(ledger).toMatchObject({ disbursements: 40, tokensIssued: 1 });
		expect(ledger.maxInFlight).toBeLessThanOrEqual(8);
	});
});
