import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import path from 'node:path';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import type { ClientOptions } from '../control-client.mts';
import type { RunningSimulator } from '../start.mts';
import { startSimulator } from '../start.mts';
import type { Caller } from './caller.mts';
import { callerFor } from './caller.mts';
import { disbursementBody, paymentRequestBody, rand, sessionBody } from './orders.mts';
import type { Received } from './receiver.mts';
import { Receiver } from './receiver.mts';

// Starting a process can take long on a busy machine.
jest.setTimeout(30_000);

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
const hour = 60 * minute;

interface Subscriber {
	caller: Caller;
	secret: string;
	id: string;
}

async function subscriber(
	filterTypes: string[],
	options: ClientOptions = {},
	url = receiver.url,
): Promise<Subscriber> {
	const client = await simulator.control.createClient({ allowLoopbackWebhooks: true, ...options });
	const caller = await callerFor(
		simulator,
		client,
		'client_disbursement',
		'client_paymentrequest',
		'client_terminal_session',
		'client_refund',
	);
	const query = `mutation { clientWebhookAdd(input: {url: "${url}", filterTypes: ${JSON.stringify(filterTypes)}}) { id secret } }`;
	const response = await fetch(`${simulator.graphqlUrl}/graphql`, {
		method: 'POST',
		headers: { authorization: `Bearer ${caller.token}`, 'content-type': 'application/json' },
		body: JSON.stringify({ query }),
	});
	const { data } = (await response.json()) as {
		data: { clientWebhookAdd: { id: string; secret: string } };
	};
	return { caller, ...data.clientWebhookAdd };
}

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

/** The signature by the documentation's formula, with nothing but the runtime's own HMAC. */
function formula(secret: string, { headers, body }: Received): string {
	const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
	const signed = `${headers['svix-id']}.${headers['svix-timestamp']}.${body}`;
	return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}

/** Whether the sender's own library accepts a delivery. */
function svixAccepts(secret: string, { headers, body }: Received): boolean {
	const program = path.join(__dirname, 'svix-check.mts');
	const input = JSON.stringify({ secret, headers, body });
	return spawnSync(process.execPath, [program], { input }).stdout.toString() === 'accepted\n';
}

describe('signatures (public documentation)', () => {
	it('follow the documented formula over the exact bytes, and the svix library accepts them', async () => {
		const who = await subscriber(['disbursement']);
		await who.caller.client.sendEvent('disbursement', '{"odd" :  "spacing é"}');
		await advance(who, 0);
		const item = receiver.received[0] as Received;
		expect(item.body).toBe('{"odd" :  "spacing é"}');
		expect(item.headers['svix-signature']).toBe(formula(who.secret, item));
		expect(svixAccepts(who.secret, item)).toBe(true);
		expect(svixAccepts(who.secret, { ...item, body: `${item.body} ` })).toBe(false);
	});

	it('carry the unbranded header names when the client is set to', async () => {
		const who = await subscriber(['disbursement'], { webhookHeaders: 'webhook' });
		await who.caller.client.sendEvent('disbursement', {});
		await advance(who, 0);
		const { body = '', headers = {} } = receiver.received[0] ?? {};
		expect(headers).not.toHaveProperty('svix-id');
		expect(new StandardWebhook(who.secret).verify(body, headers)).toEqual({});
	});

	it('carry both secrets while a rotation overlaps, and the new one alone afterwards', async () => {
		const who = await subscriber(['disbursement']);
		const { secret } = await who.caller.client.rotateWebhookSecret(who.id);
		await who.caller.client.sendEvent('disbursement', {});
		await who.caller.client.settleWebhooks();
		await who.caller.client.rotateWebhookSecret(who.id, false);
		await who.caller.client.sendEvent('disbursement', {});
		await who.caller.client.settleWebhooks();
		const [overlap, after] = receiver.received as [Received, Received];
		const signatures = ({ headers }: Received) => headers['svix-signature']?.split(' ');
		expect(signatures(overlap)).toEqual([formula(secret, overlap), formula(who.secret, overlap)]);
		expect(signatures(after)).toHaveLength(1);
		expect(signatures(after)).not.toContain(formula(secret, after));
		expect(svixAccepts(who.secret, overlap)).toBe(true);
		expect(svixAccepts(who.secret, after)).toBe(false);
	});

	it('show the time of a clock that is wrong, when the client is set to', async () => {
		const who = await subscriber(['disbursement'], { clockSkewSeconds: -3600 });
		await who.caller.client.sendEvent('disbursement', {});
		await who.caller.client.settleWebhooks();
		const { headers } = receiver.received[0] as Received;
		const sentAt = Number(headers['svix-timestamp']) * second;
		expect(Math.round((Date.now() - sentAt) / hour)).toBe(1);
		const answer = await who.caller.get('/disbursements/none');
		const behind = Date.now() - Date.parse(answer.headers.get('date') ?? '');
		expect(Math.round(behind / hour)).toBe(1);
	});
});

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
