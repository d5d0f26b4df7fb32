import { outputOf } from '../support/workflows.mts';
import { until } from '../support/until.mts';
import { exampleSuite } from './exampleSuite.mts';

const suite = exampleSuite();
const PAYOUTS = 40;

// Not that each goes on once: n8n's Remove Duplicates forgets some of what executions record at the
// same time, and a burst of events is many executions at the same time.
it('the example no-event-missed.json misses no change, although events are lost, repeated and late', async () => {
	const { environment, client, records } = suite;
	await client.change({ webhookLoss: 0.4, webhookDuplicates: 0.3, webhookOutOfOrder: true });
	const workflow = await suite.start('no-event-missed.json');
	const expected: string[] = [];
	for (let payout = 0; payout < PAYOUTS; payout++) {
		const { id } = await records.disbursement(`payout-${payout}`);
		const status = payout % 4 === 3 ? 'error' : 'completed';
		await environment.control.setDisbursementStatus(id, status);
		expected.push(`disbursement.${status}/${id}`);
	}
	const { id: paid } = await records.paidPaymentRequest('order-1', 75);
	expected.push(`paymentRequest.completed/${paid}`);

	const goneOn = async () => {
		const all = await environment.api.executions(workflow.id);
		const ended = all.filter(({ status }) => status === 'success');
		const runs = await Promise.all(
			ended.map(async ({ id }) => await environment.api.execution(id)),
		);
		return runs
			.filter(({ data }) => data.resultData.runData['Go On Here'] !== undefined)
			.flatMap((run) => outputOf(run, 'Go On Here').map(({ json }) => String(json.changeKey)));
	};
	await until(async () => {
		const keys = new Set(await goneOn());
		return expected.every((key) => keys.has(key));
	});
	const { deliveries } = await client.webhooks();
	expect(deliveries.some(({ attempts }) => attempts.length === 0)).toBe(true);
});
