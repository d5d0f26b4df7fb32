import type { RunningSimulator } from '../start.mts';
import { startSimulator } from '../start.mts';
import type { Caller } from './caller.mts';
import { newCallers } from './caller.mts';
import { asker, codeOf } from './graphql-caller.mts';
import { paymentRequestBody } from './orders.mts';
import { paidOnline, refundInput as input, refundMutation as mutation } from './paid.mts';

let simulator: RunningSimulator;
beforeAll(async () => {
	simulator = await startSimulator({ seed: 18, timeScale: 0 });
});
afterAll(() => simulator.stop());

const newCaller = newCallers(() => simulator, 'client_paymentrequest', 'client_refund');

const ask = asker(() => simulator);
const paid = (caller: Caller) => paidOnline(simulator.control, caller);

describe('clientRefundInitiate (public documentation)', () => {
	it('refunds a completed payment, in part, up to its amount', async () => {
		const caller = await newCaller();
		const id = await paid(caller);
		const answer = await ask(caller, mutation, { input: input(id) });
		expect(answer.body.data).toMatchObject({
			clientRefundInitiate: {
				refund: {
					amount: { quantity: '50.25', currency: 'ZAR' },
					status: { __typename: 'RefundPending' },
					paymentInitiationRequest: { id, externalReference: 'order-1' },
				},
			},
		});
		expect((await ask(caller, mutation, { input: input(id) })).body).not.toHaveProperty('errors');
		expect(codeOf(await ask(caller, mutation, { input: input(id) }))).toBe('BAD_USER_INPUT');
		expect((await caller.client.summary()).moneyOut).toBe(10_050);
		const { paymentRefunds } = await caller.client.ledger();
		expect(paymentRefunds).toMatchObject([{ paymentRequest: { id } }, {}]);
	});

	it('refuses a used nonce as NONCE_DUPLICATE and moves no money', async () => {
		const caller = await newCaller();
		const order = input(await paid(caller));
		await ask(caller, mutation, { input: order });
		expect(codeOf(await ask(caller, mutation, { input: order }))).toBe('NONCE_DUPLICATE');
		expect((await caller.client.summary()).moneyOut).toBe(5025);
	});

	it.each([
		['an unknown payment', { paymentRequestId: 'none' }],
		['no money', { amount: { quantity: 0, currency: 'ZAR' } }],
		['another currency', { amount: { quantity: 1, currency: 'USD' } }],
		['a reference of 31 characters', { beneficiaryReference: 'x'.repeat(31) }],
		['an empty nonce', { nonce: '' }],
	])('refuses %s', async (_name, changes) => {
		const caller = await newCaller();
		const answer = await ask(caller, mutation, { input: input(await paid(caller), changes) });
		expect(codeOf(answer)).toBe('BAD_USER_INPUT');
	});

	it('needs the scope client_refund and a payment that is completed', async () => {
		const caller = await newCaller({}, 'client_paymentrequest');
		const created = await caller.post('/payment-requests', paymentRequestBody());
		const order = input(String(created.body.id));
		expect(codeOf(await ask(caller, mutation, { input: order }))).toBe('FORBIDDEN');
		const other = await newCaller();
		const pending = await other.post('/payment-requests', paymentRequestBody());
		const answer = await ask(other, mutation, { input: input(String(pending.body.id)) });
		expect(codeOf(answer)).toBe('BAD_USER_INPUT');
	});
});
