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

it('tells the outcome of each payout', async () => {
	const { outputs } = await runStitch({
		parameters: payoutParameters({ waitUntilFinal: true }),
		credential: service.credential(),
		rows: [payoutRow('paid'), payoutRow('inactive', { amount: 401 })],
	});
	expect(outputs[0]?.map(({ json }) => json)).toMatchObject([
		{ externalReference: 'paid', status: 'completed' },
		{ externalReference: 'inactive', status: 'error' },
	]);
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

it('goes on through a pause when asked', async () => {
	const { outputs } = await runStitch({
		parameters: payoutParameters({ waitUntilFinal: true, stopWhenPaused: false }),
		credential: service.credential(),
		rows: [payoutRow('topped-up', { amount: 404 })],
	});
	expect(outputs[0]?.[0]?.json).toMatchObject({ status: 'completed' });
});

it('waits for nothing in a dry run', async () => {
	const { outputs, error } = await runStitch({
		parameters: payoutParameters({ waitUntilFinal: true, dryRun: true }),
		credential: service.credential(),
		rows: [payoutRow('dry')],
	});
	expect(error).toBeUndefined();
	expect(outputs[0]?.[0]?.json).toMatchObject({ dryRun: true });
	expect(outputs[0]?.[0]?.json).not.toHaveProperty('final');
	expect((await service.client.summary()).disbursements).toBe(0);
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

describe('Disbursement → Get', () => {
	it('waits for one that is under way', async () => {
		const made = await runStitch({
			parameters: payoutParameters(),
			credential: service.credential(),
			rows: [payoutRow('get')],
		});
		const { outputs } = await runStitch({
			parameters: {
				resource: 'disbursement',
				operation: 'get',
				disbursementId: '={{ $json.id }}',
				options: { waitUntilFinal: true },
			},
			credential: service.credential(),
			rows: [made.outputs[0]?.[0]?.json ?? {}],
		});
		expect(outputs[0]?.[0]?.json).toMatchObject({ status: 'completed' });
	});
});

describe('Disbursement → Cancel', () => {
	it('calls off one that waits for money, and no other', async () => {
		const poor = await service.simulator.control.createClient({ test: false, float: 100 });
		const credential = credentialFor(service.simulator, poor);
		const made = await runStitch({
			parameters: payoutParameters({ concurrency: 1 }),
			credential,
			rows: [payoutRow('paid'), payoutRow('waits', { amount: 500 })],
		});
		const [paid, waits] = (made.outputs[0] ?? []).map(({ json }) => String(json.id));
		await poor.control.advance(1000);

		const { outputs } = await runStitch({
			parameters: {
				resource: 'disbursement',
				operation: 'cancel',
				disbursementId: '={{ $json.id }}',
				reason: 'Paid in cash',
			},
			credential,
			onError: 'continueErrorOutput',
			rows: [{ id: paid ?? '' }, { id: waits ?? '' }],
		});
		expect(outputs[0]?.map(({ json }) => json)).toEqual([{ id: waits, reason: 'Paid in cash' }]);
		expect(JSON.stringify(outputs[1]?.[0]?.json)).toContain('Only a paused disbursement');
	});
});
