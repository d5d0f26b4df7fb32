import type { ClientOptions } from '../control-client.mts';
import type { RunningSimulator } from '../start.mts';
import { startSimulator } from '../start.mts';
import { disbursementBody, paymentRequestBody, rand, sessionBody } from './orders.mts';
import type { Received } from './receiver.mts';
import { Receiver } from './receiver.mts';
import type { Subscriber } from './subscriber.mts';
import { subscribe } from './subscriber.mts';

let simulator: RunningSimulator;
let receiver: Receiver;
beforeAll(async () => {
	simulator = await startSimulator({ seed: 11, timeScale: 0 });
});
afterAll(() => simulator.stop());
beforeEach(async () => {
	receiver = await new Receiver().start();
});
afterEach(() => receiver.stop());

const second = 1000;
const minute = 60 * second;

const subscriber = (filterTypes: string[], options: ClientOptions = {}, url = receiver.url) =>
	subscribe(simulator, url, filterTypes, options);

/** Steps the clock, then waits until everything that fell due is delivered. */
async function advance({ caller }: Subscriber, milliseconds: number): Promise<void> {
	await simulator.control.advance(milliseconds);
	await caller.client.settleWebhooks();
}

async function disburse({ caller }: Subscriber, quantity = 10): Promise<string> {
	const body = disbursementBody({ amount: rand(quantity) });
	return String((await caller.post('/disbursements', body)).body.id);
}

const parsed = ({ body }: Received) => JSON.parse(body) as Record<string, unknown>;
const typesOf = (received: Received[]) =>
	received.map((item) => {
		const { data } = parsed(item) as {
			data: { client: { disbursements: { node: { status: { __typename: string } } } } };
		};
		return data.client.disbursements.node.status.__typename;
	});

describe('events (spec 6, public documentation)', () => {
	it('tell each status update of a disbursement, with its id, in envelope A', async () => {
		const who = await subscriber(['disbursement']);
		const id = await disburse(who);
		await advance(who, 2 * minute);
		expect(typesOf(receiver.received).sort()).toEqual([
			'DisbursementCompleted',
			'DisbursementSubmitted',
		]);
		for (const item of receiver.received) {
			expect(parsed(item)).toMatchObject({ data: { client: { disbursements: { node: { id } } } } });
		}
	});

	it.each(['error', 'paused', 'cancelled', 'reversed'] as const)('tell of %s', async (status) => {
		const who = await subscriber(['disbursement']);
		const id = await disburse(who);
		await simulator.control.setDisbursementStatus(id, status, 'why');
		await who.caller.client.settleWebhooks();
		expect(typesOf(receiver.received)[0]?.toLowerCase()).toBe(`disbursement${status}`);
	});

	it('come in envelope B when the client is set to', async () => {
		const who = await subscriber(['disbursement'], { webhookEnvelope: 'B' });
		const id = await disburse(who);
		await advance(who, minute);
		const [item] = receiver.received;
		expect(item && parsed(item)).toMatchObject({
			type: 'disbursement',
			id: item?.headers['svix-id'],
			data: { id, status: 'submitted', externalReference: 'payout-1' },
		});
	});

	it('tell of payments, and of the money’s arrival by payment.confirmation', async () => {
		const who = await subscriber(['payment', 'payment.confirmation']);
		const created = await who.caller.post('/payment-requests', paymentRequestBody());
		await simulator.control.payer('pay', String(created.body.id));
		await advance(who, 0);
		await advance(who, minute);
		const nodes = receiver.received.map((item) => {
			const { data } = parsed(item) as {
				data: { client: { paymentInitiationRequests: { node: object } } };
			};
			return data.client.paymentInitiationRequests.node;
		});
		expect(nodes).toMatchObject([
			{
				id: created.body.id,
				externalReference: 'order-1',
				state: { __typename: 'PaymentInitiationRequestCompleted' },
				paymentConfirmation: { __typename: 'PaymentPending' },
			},
			{ paymentConfirmation: { __typename: 'PaymentReceived' } },
		]);
	});

	it('tell of a request that was cancelled because the payer closed the page', async () => {
		const who = await subscriber(['payment'], { closeToCancel: true });
		const created = await who.caller.post('/payment-requests', paymentRequestBody());
		await simulator.control.payer('close', String(created.body.id));
		await advance(who, 0);
		expect(receiver.received[0]?.body).toContain('PaymentInitiationRequestCancelled');
	});

	it('tell of refunds and of terminal sessions', async () => {
		const who = await subscriber([
			'refund',
			'terminal-session.success',
			'terminal-session.failure',
		]);
		const session = await who.caller.post('/terminal-sessions', sessionBody());
		await simulator.control.finishTerminalSession(String(session.body.id), true);
		await advance(who, 0);
		expect(receiver.received.map(parsed)).toMatchObject([
			{ type: 'terminal-session.success', data: { id: session.body.id, status: 'success' } },
		]);
	});

	it('go only to subscriptions that asked for the type', async () => {
		const who = await subscriber(['payment']);
		await disburse(who);
		await advance(who, 5 * minute);
		expect(receiver.received).toEqual([]);
	});
});
