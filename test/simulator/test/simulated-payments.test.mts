import type { RunningSimulator } from '../start.mts';
import { startSimulator } from '../start.mts';
import { newCallers } from './caller.mts';
import { asker, codeOf } from './graphql-caller.mts';
import { createPaymentRequest } from './orders.mts';
import { paidOnline } from './paid.mts';

let simulator: RunningSimulator;
beforeAll(async () => {
	simulator = await startSimulator({ seed: 31, timeScale: 0 });
});
afterAll(() => simulator.stop());

const newCaller = newCallers(() => simulator, 'client_paymentrequest');
const ask = asker(() => simulator);

const complete = `mutation ($id: ID!) { testClientPaymentInitiationRequestSimulateComplete(
	input: { paymentRequestId: $id, paymentMethod: eft }) { paymentRequestId } }`;
const confirm = `mutation ($id: ID!) { testClientCreatePaymentConfirmation(
	input: { paymentRequestId: $id }) { paymentRequestId } }`;

describe('a test client', () => {
	it('pays a pending payment request by itself, and its money arrives', async () => {
		const caller = await newCaller();
		const id = await createPaymentRequest(caller);
		expect((await ask(caller, complete, { id })).body).not.toHaveProperty('errors');
		expect((await ask(caller, confirm, { id })).body).not.toHaveProperty('errors');
		const { paymentRequests } = await caller.client.ledger();
		expect(paymentRequests).toMatchObject([
			{ id, status: 'completed', confirmation: 'PaymentReceived' },
		]);
	});

	it('is refused for one that is paid already, and for money of one that is not', async () => {
		const caller = await newCaller();
		const paid = await paidOnline(simulator.control, caller);
		expect(codeOf(await ask(caller, complete, { id: paid }))).toBe('BAD_USER_INPUT');
		const pending = await createPaymentRequest(caller);
		expect(codeOf(await ask(caller, confirm, { id: pending }))).toBe('BAD_USER_INPUT');
	});
});

it('a live client is refused', async () => {
	const caller = await newCaller({ test: false });
	const id = await createPaymentRequest(caller);
	expect(codeOf(await ask(caller, complete, { id }))).toBe('BAD_USER_INPUT');
});
