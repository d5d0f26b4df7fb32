import type { RunningSimulator } from '../start.mts';
import { startSimulator } from '../start.mts';
import type { Caller } from './caller.mts';
import { newCallers } from './caller.mts';
import { asker, edgesOf } from './graphql-caller.mts';
import { createDisbursement, createPaymentRequest, rand } from './orders.mts';
import { refundInput, refundMutation } from './paid.mts';

let simulator: RunningSimulator;
beforeAll(async () => {
	simulator = await startSimulator({ seed: 17, timeScale: 0 });
});
afterAll(() => simulator.stop());

const newCaller = newCallers(
	() => simulator,
	'client_disbursement',
	'client_paymentrequest',
	'client_refund',
);
const ask = asker(() => simulator);

const minute = 60_000;

/** The ids of a list whose change lies within a window. */
async function found(caller: Caller, list: string, type: string, filter: object) {
	const query = `query ($filter: ${type}) { client { ${list}(filter: $filter) { edges { node { id } } } } }`;
	return edgesOf(await ask(caller, query, { filter }), list).map(({ node }) => node.id);
}

/** The moment at the service, and one a minute later. */
async function between(caller: Caller, doIt: () => Promise<void>) {
	const now = async () => {
		const id = await createPaymentRequest(caller);
		const { updated } = (await requestsOf(caller)).find((node) => node.id === id) ?? {};
		return String(updated);
	};
	const gte = await now();
	await simulator.control.advance(minute);
	await doIt();
	await simulator.control.advance(minute);
	return { gt: gte, lt: await now() };
}

async function requestsOf(caller: Caller) {
	const query = '{ client { paymentInitiationRequests { edges { node { id updated } } } } }';
	return edgesOf(await ask(caller, query), 'paymentInitiationRequests').map(({ node }) => node);
}

describe('lists are asked what has changed (public documentation)', () => {
	it('disbursements, by when its present status began, newest first', async () => {
		const caller = await newCaller();
		const first = await createDisbursement(caller, { nonce: 'a', amount: rand(100) });
		const second = await createDisbursement(caller, { nonce: 'b', amount: rand(100) });
		const other = await createDisbursement(caller, { nonce: 'c', amount: rand(100) });
		const window = await between(caller, async () => {
			for (const id of [second, first]) {
				await simulator.control.setDisbursementStatus(id, 'completed');
			}
			await simulator.control.setDisbursementStatus(other, 'paused', 'insufficient_funds');
		});
		const within = async (date: object) =>
			await found(caller, 'disbursements', 'DisbursementFilterInput', {
				status: { DisbursementCompleted: { date } },
			});
		// Newest first is by when they were created.
		expect(await within(window)).toEqual([second, first]);
		expect(await within({ gte: window.lt })).toEqual([]);
	});

	it('payment requests, by when they were updated', async () => {
		const caller = await newCaller();
		const id = await createPaymentRequest(caller);
		const window = await between(caller, async () => {
			await simulator.control.payer('pay', id);
		});
		const type = 'PaymentInitiationRequestFilterInput';
		const within = async (filter: object) =>
			await found(caller, 'paymentInitiationRequests', type, filter);
		expect(await within({ updated: window })).toEqual([id]);
		expect(
			await within({ state: { PaymentInitiationRequestCompleted: { date: window } } }),
		).toEqual([id]);
	});

	it('payment requests, by when the money arrived', async () => {
		const caller = await newCaller();
		const id = await createPaymentRequest(caller);
		await simulator.control.payer('pay', id);
		const window = await between(caller, async () => {
			await simulator.control.advance(2 * minute);
		});
		const within = async (received: object) =>
			await found(caller, 'paymentInitiationRequests', 'PaymentInitiationRequestFilterInput', {
				paymentConfirmation: { PaymentReceived: { received } },
			});
		expect(await within({ gte: window.gt })).toEqual([id]);
		expect(await within({ lt: window.gt })).toEqual([]);
	});

	it('refunds, by when its present status began', async () => {
		const caller = await newCaller();
		const paid = await createPaymentRequest(caller);
		await simulator.control.payer('pay', paid);
		const window = await between(caller, async () => {
			await ask(caller, refundMutation, { input: refundInput(paid) });
		});
		const count = async (status: object) =>
			(await found(caller, 'refunds', 'RefundFilterInput', { status })).length;
		expect(await count({ RefundSubmitted: { date: { gt: window.gt } } })).toBe(1);
		expect(await count({ RefundSubmitted: { date: { lt: window.gt } } })).toBe(0);
		expect(await count({ RefundPending: { date: { gt: window.gt } } })).toBe(0);
	});
});
