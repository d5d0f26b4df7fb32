import { lookingOften, looksAt, STITCH_POLLING_TRIGGER } from '../support/pollingTrigger.mts';
import { until } from '../support/until.mts';
import { outputOf } from '../support/workflows.mts';
import { exampleSuite } from './exampleSuite.mts';

const suite = exampleSuite();
const PAYOUTS = 40;

it('the example no-event-missed.json goes on once with each change, although events are lost, repeated and late', async () => {
	const { environment, client, records } = suite;
	await client.change({ webhookLoss: 0.4, webhookDuplicates: 0.3, webhookOutOfOrder: true });
	const workflow = await suite.start('no-event-missed.json', {}, (node) =>
		node.type === STITCH_POLLING_TRIGGER ? lookingOften(node) : node,
	);
	const expected: string[] = [];
	for (let payout = 0; payout < PAYOUTS; payout++) {
		const { id } = await records.disbursement(`payout-${payout}`);
		const status = payout % 4 === 3 ? 'error' : 'completed';
		await environment.control.setDisbursementStatus(id, status);
		expected.push(`disbursement.${status}/${id}`);
	}
	const { id: paid } = await records.paidPaymentRequest('order-1', 75);
	expected.push(`paymentRequest.completed/${paid}`);

	const runs = async () => {
		const all = await environment.api.executions(workflow.id);
		if (all.some(({ status }) => ['new', 'running'].includes(status))) return undefined;
		return await Promise.all(all.map(async ({ id }) => await environment.api.execution(id)));
	};
	const keysFrom = (all: NonNullable<Awaited<ReturnType<typeof runs>>>, name: string) =>
		all
			.filter(({ data }) => data.resultData.runData[name] !== undefined)
			.flatMap((run) => outputOf(run, name).map(({ json }) => String(json.changeKey)));
	await until(async () => {
		const keys = new Set(keysFrom((await runs()) ?? [], 'Go On Here'));
		return expected.every((key) => keys.has(key));
	});
	// Whatever would go on twice has done so when everything was delivered, and asked for once more.
	const isDelivered = ({ state }: { state: string }) => state !== 'waiting';
	await until(async () => (await client.webhooks()).deliveries.every(isDelivered));
	const looks = await looksAt(client);
	await until(async () => (await looksAt(client)) > looks + 1);
	const keys = keysFrom(await until(runs), 'Go On Here');
	expect(new Set(keys).size).toBe(keys.length);
	// The money of the payment arrives at a time of its own.
	const arrived = `paymentConfirmation.received/${paid}`;
	expect(keys.filter((key) => key !== arrived).sort()).toEqual(expected.sort());
	const { deliveries } = await client.webhooks();
	expect(deliveries.some(({ attempts }) => attempts.length === 0)).toBe(true);
});
