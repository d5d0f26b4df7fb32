import { createDisbursement, createPaymentRequest, createSession, rand } from './orders.mts';
import type { Received } from './receiver.mts';
import { contentOf } from './receiver.mts';
import type { Subscriber } from './webhook-suite.mts';
import { webhookSuite } from './webhook-suite.mts';

const suite = webhookSuite(11);
const { subscriber, advance } = suite;

const second = 1000;
const minute = 60 * second;

const disburse = ({ caller }: Subscriber) => createDisbursement(caller, { amount: rand(10) });

const typesOf = (received: Received[]) =>
	received.map((item) => {
		const { data } = contentOf(item) as {
			data: { client: { disbursements: { node: { status: { __typename: string } } } } };
		};
		return data.client.disbursements.node.status.__typename;
	});

describe('events (spec 6, public documentation)', () => {
	it('tell each status update of a disbursement, with its id, in envelope A', async () => {
		const who = await subscriber(['disbursement']);
		const id = await disburse(who);
		await advance(who, 2 * minute);
		expect(typesOf(suite.receiver.received).sort()).toEqual([
			'DisbursementCompleted',
			'DisbursementSubmitted',
		]);
		for (const item of suite.receiver.received) {
			expect(contentOf(item)).toMatchObject({
				data: { client: { disbursements: { node: { id } } } },
			});
		}
	});

	it.each(['error', 'paused', 'cancelled', 'reversed'] as const)('tell of %s', async (status) => {
		const who = await subscriber(['disbursement']);
		const id = await disburse(who);
		await suite.simulator.control.setDisbursementStatus(id, status, 'why');
		await who.caller.client.settleWebhooks();
		expect(typesOf(suite.receiver.received)[0]?.toLowerCase()).toBe(`disbursement${status}`);
	});

	it('come in envelope B when the client is set to', async () => {
		const who = await subscriber(['disbursement'], { webhookEnvelope: 'B' });
		const id = await disburse(who);
		await advance(who, minute);
		const [item] = suite.receiver.received;
		expect(item && contentOf(item)).toMatchObject({
			type: 'disbursement',
			id: item?.headers['svix-id'],
			data: { id, status: 'submitted', externalReference: 'payout-1' },
		});
	});

	it('tell of payments, and of the money’s arrival by payment.confirmation', async () => {
		const who = await subscriber(['payment', 'payment.confirmation']);
		const id = await createPaymentRequest(who.caller);
		await suite.simulator.control.payer('pay', id);
		await advance(who, 0);
		await advance(who, minute);
		const nodes = suite.receiver.received.map((item) => {
			const { data } = contentOf(item) as {
				data: { client: { paymentInitiationRequests: { node: object } } };
			};
			return data.client.paymentInitiationRequests.node;
		});
		expect(nodes).toMatchObject([
			{
				id,
				externalReference: 'order-1',
				state: { __typename: 'PaymentInitiationRequestCompleted' },
				paymentConfirmation: { __typename: 'PaymentPending' },
			},
			{ paymentConfirmation: { __typename: 'PaymentReceived' } },
		]);
	});

	it('tell of a request that was cancelled because the payer closed the page', async () => {
		const who = await subscriber(['payment'], { closeToCancel: true });
		await suite.simulator.control.payer('close', await createPaymentRequest(who.caller));
		await advance(who, 0);
		expect(suite.receiver.received[0]?.body).toContain('PaymentInitiationRequestCancelled');
	});

	it('tell of a request that was completed by hand, and of no money', async () => {
		const who = await subscriber(['payment', 'payment.confirmation']);
		await suite.simulator.control.completeByHand(await createPaymentRequest(who.caller));
		await advance(who, 0);
		await advance(who, minute);
		const bodies = suite.receiver.received.map(({ body }) => body);
		expect(bodies).toEqual([expect.stringContaining('PaymentInitiationRequestManuallyCompleted')]);
		expect(bodies.join()).not.toContain('paymentConfirmation');
	});

	async function refundOnline({ caller }: Subscriber): Promise<void> {
		const paymentRequestId = await createPaymentRequest(caller);
		await suite.simulator.control.payer('pay', paymentRequestId);
		const input = {
			paymentRequestId,
			amount: { quantity: '10.00', currency: 'ZAR' },
			reason: 'requested_by_user',
			nonce: 'nonce-1',
			beneficiaryReference: 'Refund 1',
		};
		const mutation = `mutation ($input: ClientRefundInitiateInput!) {
			clientRefundInitiate(input: $input) { refund { id } } }`;
		await suite.ask(caller, mutation, { input });
	}

	it('tell of refunds of payments, in envelope A', async () => {
		const who = await subscriber(['refund']);
		await refundOnline(who);
		await advance(who, minute);
		await advance(who, minute);
		const node = { nonce: 'nonce-1', paymentInitiationRequest: { externalReference: 'order-1' } };
		expect(suite.receiver.received.map(contentOf)).toMatchObject(
			['RefundSubmitted', 'RefundCompleted'].map((__typename) => ({
				data: { client: { refunds: { node: { ...node, status: { __typename } } } } },
			})),
		);
	});

	it('tell of refunds of payments, in envelope B', async () => {
		const who = await subscriber(['refund'], { webhookEnvelope: 'B' });
		await refundOnline(who);
		await advance(who, minute);
		await advance(who, minute);
		const data = { nonce: 'nonce-1', amount: { quantity: '10.00' }, externalReference: 'order-1' };
		expect(suite.receiver.received.map(contentOf)).toMatchObject(
			['submitted', 'completed'].map((status) => ({ type: 'refund', data: { ...data, status } })),
		);
	});

	it.each([true, false])('tell of terminal sessions, approved: %s', async (approved) => {
		const who = await subscriber(['terminal-session.success', 'terminal-session.failure']);
		const id = await createSession(who.caller);
		await suite.simulator.control.finishTerminalSession(id, approved);
		await advance(who, 0);
		const status = approved ? 'success' : 'failure';
		expect(suite.receiver.received.map(contentOf)).toMatchObject([
			{ type: `terminal-session.${status}`, data: { id, status } },
		]);
	});

	it('go only to subscriptions that asked for the type', async () => {
		const who = await subscriber(['payment']);
		await disburse(who);
		await advance(who, 5 * minute);
		expect(suite.receiver.received).toEqual([]);
	});
});
