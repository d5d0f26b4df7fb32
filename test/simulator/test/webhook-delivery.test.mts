import type { ClientOptions } from '../control-client.mts';
import type { RunningSimulator } from '../start.mts';
import { startSimulator } from '../start.mts';
import type { Received } from './receiver.mts';
import { Receiver } from './receiver.mts';
import type { Subscriber } from './subscriber.mts';
import { subscribe } from './subscriber.mts';

let simulator: RunningSimulator;
let receiver: Receiver;
beforeAll(async () => {
	simulator = await startSimulator({ seed: 20, timeScale: 0 });
});
afterAll(() => simulator.stop());
beforeEach(async () => {
	receiver = await new Receiver().start();
});
afterEach(() => receiver.stop());

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

const subscriber = (filterTypes: string[], options: ClientOptions = {}, url = receiver.url) =>
	subscribe(simulator, url, filterTypes, options);

/** Steps the clock, then waits until everything that fell due is delivered. */
async function advance({ caller }: Subscriber, milliseconds: number): Promise<void> {
	await simulator.control.advance(milliseconds);
	await caller.client.settleWebhooks();
}

const parsed = ({ body }: Received) => JSON.parse(body) as Record<string, unknown>;
describe('delivery (public documentation)', () => {
	it('is repeated after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h, always with the same id', async () => {
		receiver.answer = () => 500;
		const who = await subscriber(['disbursement']);
		await who.caller.client.sendEvent('disbursement', {});
		await who.caller.client.settleWebhooks();
		const counts = [receiver.received.length];
		for (const pause of [
			5 * second,
			5 * minute,
			30 * minute,
			2 * hour,
			5 * hour,
			10 * hour,
			10 * hour,
		]) {
			await advance(who, pause - 1);
			await advance(who, 1);
			counts.push(receiver.received.length);
		}
		await advance(who, 100 * hour);
		expect(counts).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
		expect(receiver.received).toHaveLength(8);
		expect(new Set(receiver.received.map(({ headers }) => headers['svix-id'])).size).toBe(1);
		const { deliveries } = await who.caller.client.webhooks();
		expect(deliveries).toMatchObject([{ state: 'given-up' }]);
	});

	it.each([302, 404, 410, 500])('counts %d as a failure and tries again', async (status) => {
		receiver.answer = (count) => (count === 1 ? status : 204);
		const who = await subscriber(['disbursement']);
		await who.caller.client.sendEvent('disbursement', {});
		await who.caller.client.settleWebhooks();
		await advance(who, 5 * second);
		const { deliveries } = await who.caller.client.webhooks();
		expect(deliveries[0]?.attempts.map((attempt) => attempt.status)).toEqual([status, 204]);
		await advance(who, 10 * hour);
		expect(receiver.received).toHaveLength(2);
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
		expect((await who.caller.client.summary()).webhooksSent).toBe(0);
	});

	it('repeats events with the same id when duplicates are asked for', async () => {
		const who = await subscriber(['disbursement'], { webhookDuplicates: 1 });
		const { eventIds } = await who.caller.client.sendEvent('disbursement', {});
		await who.caller.client.settleWebhooks();
		const ids = () => receiver.received.map(({ headers }) => headers['svix-id']);
		expect(ids()).toEqual([eventIds[0], eventIds[0]]);
		await who.caller.client.resendEvent(eventIds[0] ?? '');
		await who.caller.client.settleWebhooks();
		expect(ids()).toEqual([eventIds[0], eventIds[0], eventIds[0]]);
	});

	it('swaps neighbours when out-of-order delivery is asked for, and loses none', async () => {
		const who = await subscriber(['disbursement'], { webhookOutOfOrder: true });
		for (const n of [1, 2, 3]) await who.caller.client.sendEvent('disbursement', { n });
		await who.caller.client.settleWebhooks();
		await advance(who, 5 * second);
		expect(receiver.received.map((item) => parsed(item).n)).toEqual([2, 1, 3]);
	});

	it('sends many events when asked to', async () => {
		const who = await subscriber(['disbursement']);
		await who.caller.client.sendEvent('disbursement', { n: 1 }, 200);
		await who.caller.client.settleWebhooks();
		expect(new Set(receiver.received.map(({ headers }) => headers['svix-id'])).size).toBe(200);
	});
});
