import { runStitch } from './harness.mts';
import { payoutParameters, payoutRow, payoutRows } from './payout.mts';
import { credentialFor, simulatedService } from './service.mts';

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

it('stops at a payout that waits for money, which can last for days', async () => {
	const poor = await service.simulator.control.createClient({ test: false, float: 100 });
	const { outputs } = await runStitch({
		parameters: payoutParameters({ waitUntilFinal: true, concurrency: 1 }),
		credential: credentialFor(service.simulator, poor),
		rows: [payoutRow('paid'), payoutRow('waits', { amount: 500 })],
	});
	expect(outputs[0]?.map(({ json }) => json)).toMatchObject([
		{ externalReference: 'paid', status: 'completed' },
		{ externalReference: 'waits', status: 'paused' },
	]);
});

it('waits for the payouts that were made when another one was refused', async () => {
	const { outputs } = await runStitch({
		parameters: payoutParameters({ waitUntilFinal: true }),
		credential: service.credential(),
		onError: 'continueErrorOutput',
		rows: [payoutRow('refused', { account: '1234567899' }), payoutRow('paid')],
	});
	expect(outputs[0]?.map(({ json }) => json)).toMatchObject([
		{ externalReference: 'paid', status: 'completed' },
	]);
	expect(outputs[1]).toHaveLength(1);
});
