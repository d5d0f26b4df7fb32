import { runStitch } from './harness.mts';
import { payoutParameters, payoutRows } from './payout.mts';
import { simulatedService } from './service.mts';

// A disbursement's two minutes pass in less than the node's first pause.
const service = simulatedService({ seed: 5, timeScale: 400 });

it('sends all payouts first and then waits for all at once', async () => {
	const rows = payoutRows(20);
	const { outputs, error } = await runStitch({
		parameters: payoutParameters({ waitUntilFinal: true, concurrency: 4 }),
		credential: service.credential(),
		rows,
	});

	expect(error).toBeUndefined();
	const [main = []] = outputs;
	expect(main.map(({ json }) => json.externalReference)).toEqual(
		rows.map(({ reference }) => reference),
	);
	expect(main.map(({ pairedItem }) => pairedItem)).toEqual(rows.map((_, item) => ({ item })));
	for (const { json } of main) {
		expect(json).toMatchObject({ status: 'completed', alreadyExisted: false });
	}
	const { requests, maxInFlight } = await service.client.ledger();
	const methods = requests.filter(({ path }) => path !== '/connect/token').map((one) => one.method);
	expect(methods.lastIndexOf('POST')).toBeLessThan(methods.indexOf('GET'));
	expect(maxInFlight).toBeLessThanOrEqual(4);
});
