import { paidOnline } from './paid.mts';
import { contentOf, Receiver } from './receiver.mts';
import { webhookSuite } from './webhookSuite.mts';

const suite = webhookSuite(20);
const { subscriber, advance } = suite;

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

describe('delivery (public documentation)', () => {
	it('is repeated after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h, always with the same id', async () => {
		suite.receiver.answer = () => 500;
		const who = await subscriber(['disbursement']);
		await who.caller.client.sendEvent('disbursement', {});
		await who.caller.client.settleWebhooks();
		const counts = [suite.receiver.received.length];
		for (const pause of [
			5 * second,
			5 * minute,
			30 * minute,
			2 * hour,
			5 * hour,
			10 * hour,
			10 * hour,
		]) {
			for (const step of [pause - 1, 1]) {
				await advance(who, step);
				counts.push(suite.receiver.received.length);
			}
		}
		await advance(who, 100 * hour);
		expect(counts).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8]);
		expect(suite.receiver.received).toHaveLength(8);
		expect(new Set(suite.receiver.received.map(({ headers }) => headers['svix-id'])).size).toBe(1);
		const { deliveries } = await who.caller.client.webhooks();
		expect(deliveries).toMatchObject([{ state: 'given-up' }]);
	});

	it.each([302, 404, 410, 500])('counts %d as a failure and tries again', async (status) => {
		suite.receiver.answer = (count) => (count === 1 ? status : 204);
		const who = await subscriber(['disbursement']);
		await who.caller.client.sendEvent('disbursement', {});
		await who.caller.client.settleWebhooks();
		await advance(who, 5 * second);
		const { deliveries } = await who.caller.client.webhooks();
		expect(deliveries[0]?.attempts.map((attempt) => attempt.status)).toEqual([status, 204]);
		await advance(who, 10 * hour);
		expect(suite.receiver.received).toHaveLength(2);
	});

	it('brings at most five events at a time to one place (our choice)', async () => {
		const who = await subscriber(['disbursement']);
		let letGo = () => {};
		const five = new Promise<void>((resolve) => (letGo = resolve));
		suite.receiver.hold = async () => {
			if (suite.receiver.most >= 5) letGo();
			await five;
			// While the simulator answers this, it could have sent more.
			await who.caller.client.webhooks();
		};
		await who.caller.client.sendEvent('disbursement', {}, 40);
		await who.caller.client.settleWebhooks();
		expect(suite.receiver.received).toHaveLength(40);
		expect(suite.receiver.most).toBe(5);
	});

	it('counts a receiver that is not there as a failure', async () => {
		const gone = await new Receiver().start();
		await gone.stop();
		const who = await subscriber(['disbursement'], {}, gone.url);
		await who.caller.client.sendEvent('disbursement', {});
		await who.caller.client.settleWebhooks();
		expect((await who.caller.client.webhooks()).deliveries[0]?.attempts[0]?.status).toBe(0);
	});

	it('never leaves this machine', async () => {
		const who = await subscriber(['disbursement'], {}, 'https://n8n.example.com/hook');
		await who.caller.client.sendEvent('disbursement', {});
		await who.caller.client.settleWebhooks();
		expect((await who.caller.client.webhooks()).deliveries).toMatchObject([
			{ state: 'given-up', attempts: [{ status: -1 }] },
		]);
	});

	it('repeats events with the same id when duplicates are asked for', async () => {
		const who = await subscriber(['disbursement'], { webhookDuplicates: 1 });
		const { eventIds } = await who.caller.client.sendEvent('disbursement', {});
		await who.caller.client.settleWebhooks();
		const ids = () => suite.receiver.received.map(({ headers }) => headers['svix-id']);
		expect(ids()).toEqual([eventIds[0], eventIds[0]]);
		await who.caller.client.resendEvent(eventIds[0] ?? '');
		await who.caller.client.settleWebhooks();
		expect(ids()).toEqual([eventIds[0], eventIds[0], eventIds[0]]);
	});

	it('never delivers an event when loss is asked for', async () => {
		const who = await subscriber(['disbursement'], { webhookLoss: 1 });
		await who.caller.client.sendEvent('disbursement', {});
		await who.caller.client.settleWebhooks();
		await advance(who, 60 * second);
		expect(suite.receiver.received).toEqual([]);
		expect((await who.caller.client.webhooks()).deliveries).toMatchObject([
			{ state: 'given-up', attempts: [] },
		]);
	});

	it('swaps neighbours when out-of-order delivery is asked for, and loses none', async () => {
		const who = await subscriber(['disbursement'], { webhookOutOfOrder: true });
		for (const n of [1, 2, 3]) await who.caller.client.sendEvent('disbursement', { n });
		await who.caller.client.settleWebhooks();
		await advance(who, 5 * second);
		expect(suite.receiver.received.map((item) => contentOf(item).n)).toEqual([2, 1, 3]);
	});

	it('has settled only when both neighbours have arrived', async () => {
		const who = await subscriber(['disbursement'], { webhookOutOfOrder: true });
		for (let pair = 1; pair <= 30; pair++) {
			for (const n of [1, 2]) await who.caller.client.sendEvent('disbursement', { n });
			await who.caller.client.settleWebhooks();
			const { deliveries } = await who.caller.client.webhooks();
			expect(deliveries.map(({ state }) => state)).toEqual(Array(2 * pair).fill('delivered'));
		}
	});

	it.each(['A', 'B'] as const)(
		'says in envelope %s that the money of a payment has arrived',
		async (webhookEnvelope) => {
			const who = await subscriber(['payment.confirmation'], { webhookEnvelope });
			await paidOnline(suite.simulator.control, who.caller);
			await advance(who, minute);
			const { body } = suite.receiver.received.at(-1) ?? {};
			expect(String(body)).toContain('"paymentConfirmation":{"__typename":"PaymentReceived"');
		},
	);

	it('sends many events when asked to', async () => {
		const who = await subscriber(['disbursement']);
		await who.caller.client.sendEvent('disbursement', { n: 1 }, 200);
		await who.caller.client.settleWebhooks();
		expect(new Set(suite.receiver.received.map(({ headers }) => headers['svix-id'])).size).toBe(
			200,
		);
	});
});
