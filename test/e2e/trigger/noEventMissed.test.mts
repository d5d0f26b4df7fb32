import type { Execution } from '../../host/api.mts';
import { until } from '../../host/until.mts';
import { openEnvironment } from '../support/environment.mts';
import { moreLooks, pollingTrigger } from '../support/pollingTrigger.mts';
import { Records } from '../support/records.mts';
import {
	activate,
	answersTo,
	deactivate,
	receivingClient,
	saveBothTriggers,
	trigger,
} from '../support/triggers.mts';
import { outputOf } from '../support/workflows.mts';

const PAYOUTS = 40;

/** The same in both triggers, as the guide says. */
const SAME = {
	events: [
		'paymentConfirmation.received',
		'paymentRequest.completed',
		'disbursement.completed',
		'disbursement.error',
		'disbursement.reversed',
	],
	options: { oncePerWorkflow: true },
};

it('both triggers in one workflow miss no change, although events are lost, repeated and late, and start it once for a change that both report', async () => {
	const environment = await openEnvironment();
	const { client, credential } = await receivingClient(environment);
	const records = new Records(environment, client);
	await client.change({ webhookLoss: 0.4, webhookDuplicates: 0.3, webhookOutOfOrder: true });
	const workflow = await saveBothTriggers(
		environment,
		trigger(credential, { subscription: 'automatic', ...SAME }),
		pollingTrigger(credential, SAME),
	);
	await activate(environment, workflow);
	const expected: string[] = [];
	for (let payout = 0; payout < PAYOUTS; payout++) {
		const { id } = await records.disbursement(`payout-${payout}`);
		const status = payout % 4 === 3 ? 'error' : 'completed';
		await environment.control.setDisbursementStatus(id, status);
		expected.push(`disbursement.${status}/${id}`);
	}
	const { id: paid } = await records.paidPaymentRequest('order-1', 75);
	expected.push(`paymentRequest.completed/${paid}`);

	/** What has gone on, by execution. n8n lists 100, and a busy one is sent the same more than once. */
	const wentOn = new Map<string, string[]>();
	const isRead = async () => {
		const all = await environment.api.executions(workflow.id);
		const ended = all.filter(({ status }) => !['new', 'running'].includes(status));
		for (const { id, status } of ended.filter((each) => !wentOn.has(each.id))) {
			expect([id, status]).toEqual([id, 'success']);
			wentOn.set(id, keysOf(await environment.api.execution(id)));
		}
		return ended.length === all.length;
	};
	const missing = () => {
		const keys = new Set([...wentOn.values()].flat());
		return expected.filter((key) => !keys.has(key));
	};
	await until(
		'all executions to end, and none of the changes to be missing',
		async () => ({ isRead: await isRead(), executions: wentOn.size, missing: missing() }),
		(seen) => seen.isRead && seen.missing.length === 0,
	);
	// Whatever would go on twice has done so when everything was delivered, and asked for once more.
	await until(
		'every event to be delivered',
		async () => (await client.webhooks()).deliveries.filter(({ state }) => state === 'waiting'),
		(waiting) => waiting.length === 0,
	);
	await moreLooks(client, 2);
	await until('all executions to end', isRead);
	// The money of the payment arrives at a time of its own.
	const told = [...wentOn.values()]
		.flat()
		.filter((key) => key !== `paymentConfirmation.received/${paid}`);
	expect(told.sort()).toEqual(expected.sort());
	const { deliveries } = await client.webhooks();
	expect(deliveries.some(({ attempts }) => attempts.length === 0)).toBe(true);

	// One trigger after the other: the event is lost at first.
	await client.change({ webhookLoss: 1, webhookDuplicates: 0 });
	const { id } = await records.disbursement('alone');
	await environment.control.setDisbursementStatus(id, 'completed');
	const alone = () => [...wentOn.values()].flat().filter((key) => key.endsWith(`/${id}`));
	await until(
		'an execution that a poll has started',
		async () => ({ isRead: await isRead(), alone: alone() }),
		(seen) => seen.isRead && seen.alone.length > 0,
	);
	const lost = (await client.webhooks()).deliveries.find(({ payload }) => payload.includes(id));
	const eventId = lost?.eventId ?? '';
	await client.resendEvent(eventId);
	await client.settleWebhooks();
	expect(await answersTo(client, eventId)).toEqual([200]);
	await until('all executions to end', isRead);
	expect(alone()).toEqual([`disbursement.completed/${id}`]);
	await deactivate(environment, workflow);
});

/** The changes with which an execution went on; none where it ended at a trigger. */
function keysOf(execution: Execution): string[] {
	if (execution.data.resultData.runData['After'] === undefined) return [];
	return outputOf(execution, 'After').map(({ json }) => String(json.changeKey));
}
