import type { RunningSimulator } from '../start.mts';
import { startSimulator } from '../start.mts';
import type { Answer, Caller } from './caller.mts';
import { codeIn, newCallers } from './caller.mts';
import { asker } from './graphql-caller.mts';
import { createDisbursement, disbursementBody, rand, sessionBody } from './orders.mts';
import { charged, paidOnline, refundBody, refundInput, refundMutation } from './paid.mts';
import { chargeInput, chargeRefundInput, recurringCalls } from './recurring.mts';

let simulator: RunningSimulator;
beforeAll(async () => {
	simulator = await startSimulator({ seed: 31, timeScale: 0 });
});
afterAll(() => simulator.stop());

const newCaller = newCallers(
	() => simulator,
	'client_disbursement',
	'client_paymentrequest',
	'client_refund',
	'client_terminal_session',
	'client_recurringpaymentconsentrequest',
	'transaction_initiate',
);
const ask = asker(() => simulator);
const recurring = recurringCalls(() => simulator);

type Send = () => Promise<Answer>;

/** Orders that move money: each makes what it needs and returns one order, and the same with a nonce of its own. */
const orders: Record<string, (caller: Caller) => Promise<{ one: Send; other: Send }>> = {
	disbursements: async (caller) => {
		const send = (body: object) => () => caller.post('/disbursements', body);
		return { one: send(disbursementBody()), other: send(disbursementBody()) };
	},
	terminalSessions: async (caller) => {
		const send = (body: object) => () => caller.post('/terminal-sessions', body);
		return { one: send(sessionBody()), other: send(sessionBody()) };
	},
	refunds: async (caller) => {
		const { charge } = await charged(simulator.control, caller);
		const send = (body: object) => () => caller.post('/refunds', body);
		return { one: send(refundBody({ charge })), other: send(refundBody({ charge })) };
	},
	paymentRefunds: async (caller) => {
		const paid = await paidOnline(simulator.control, caller);
		const send = (input: object) => () => ask(caller, refundMutation, { input });
		return { one: send(refundInput(paid)), other: send(refundInput(paid)) };
	},
	charges: async (caller) => {
		const consent = await recurring.granted(caller);
		const send = (input: object) => async () => (await recurring.charge(caller, input)).answer;
		return { one: send(chargeInput(consent)), other: send(chargeInput(consent)) };
	},
	chargeRefunds: async (caller) => {
		const made = await recurring.charge(caller, chargeInput(await recurring.granted(caller)));
		const send = (input: object) => async () => (await recurring.refund(caller, input)).answer;
		return { one: send(chargeRefundInput(made.id)), other: send(chargeRefundInput(made.id)) };
	},
};
const kinds = Object.keys(orders);

/** A new client, an order of this kind, and how many the ledger has by now beside those of the set-up. */
async function ordering(kind: string) {
	const caller = await newCaller();
	const recorded = async () => {
		const ledger = (await caller.client.ledger()) as unknown as Record<string, object[]>;
		return ledger[kind]?.length ?? 0;
	};
	const order = (await orders[kind]?.(caller)) as { one: Send; other: Send };
	const before = await recorded();
	return { ...order, caller, made: async () => (await recorded()) - before };
}

describe('the ledger counts each order once', () => {
	it.each(kinds)('%s: one for a nonce that is used again, which is refused', async (kind) => {
		const { one, made } = await ordering(kind);
		expect(codeIn(await one())).toBeUndefined();
		expect(codeIn(await one())).toBe('NONCE_DUPLICATE');
		expect(await made()).toBe(1);
	});

	it.each(kinds)('%s: two for two nonces, however alike the orders are', async (kind) => {
		const { one, other, made } = await ordering(kind);
		expect([codeIn(await one()), codeIn(await other())]).toEqual([undefined, undefined]);
		expect(await made()).toBe(2);
	});

	it.each(kinds)('%s: one whose answer was lost', async (kind) => {
		const { one, caller, made } = await ordering(kind);
		await caller.client.addFaults({ kind: 'lost-answer', requests: [1] });
		await expect(one()).rejects.toThrow();
		expect(await made()).toBe(1);
		expect(codeIn(await one())).toBe('NONCE_DUPLICATE');
	});

	it.each(kinds)('%s: one of twenty that arrive at once with one nonce', async (kind) => {
		const { one, made } = await ordering(kind);
		const answers = await Promise.all(Array.from({ length: 20 }, () => one()));
		expect(answers.filter((answer) => codeIn(answer) === undefined)).toHaveLength(1);
		expect(await made()).toBe(1);
	});

	it('keeps clients apart: another one may use the nonce, and sees nothing of the order', async () => {
		const [mine, theirs] = [await newCaller(), await newCaller()];
		const body = disbursementBody();
		const { id } = (await mine.post('/disbursements', body)).body;
		expect((await theirs.get(`/disbursements/${encodeURIComponent(String(id))}`)).status).toBe(404);
		expect((await theirs.post('/disbursements', body)).status).toBe(201);
	});
});

describe('the ledger counts the money', () => {
	it('of payouts that were completed, not of others, and what came back', async () => {
		const caller = await newCaller({ test: false, float: 100 });
		const completed = await createDisbursement(caller, { amount: rand(60) });
		await createDisbursement(caller, { amount: rand(60) });
		await simulator.control.advance(5 * 60_000);
		expect(await caller.client.summary()).toMatchObject({ moneyOut: 6000, moneyBack: 0 });
		await simulator.control.reverseDisbursement(completed);
		expect(await caller.client.summary()).toMatchObject({ moneyOut: 6000, moneyBack: 6000 });
	});

	it('of charges that were approved', async () => {
		const caller = await newCaller();
		const consent = await recurring.granted(caller);
		await recurring.charge(caller, chargeInput(consent, '99.00'));
		await recurring.charge(caller, chargeInput(consent, '99.51'));
		expect(await caller.client.summary()).toMatchObject({ charges: 2, chargedCents: 9900 });
	});

	it.each([
		['at a terminal', 6000],
		['online', 5025],
		['of a charge', 6000],
	])('of refunds, never more than was paid %s', async (where, once) => {
		const caller = await newCaller();
		const { charge } = await charged(simulator.control, caller);
		const paid = await paidOnline(simulator.control, caller);
		const consent = await recurring.granted(caller);
		const made = await recurring.charge(caller, chargeInput(consent, '99.00'));
		const refund = async () => {
			if (where === 'online') {
				// Twice R50.25 is all of R100.50.
				return await ask(caller, refundMutation, { input: refundInput(paid) });
			}
			return where === 'of a charge'
				? (await recurring.refund(caller, chargeRefundInput(made.id, '60.00'))).answer
				: await caller.post('/refunds', refundBody({ charge, amount: 60 }));
		};
		const codes = [codeIn(await refund()), codeIn(await refund()), codeIn(await refund())];
		expect(codes.at(0)).toBeUndefined();
		expect(codes.at(-1)).toBe('BAD_USER_INPUT');
		await simulator.control.advance(5 * 60_000);
		const accepted = codes.filter((code) => code === undefined).length;
		expect((await caller.client.summary()).moneyOut).toBe(accepted * once);
		expect(accepted * once).toBeLessThanOrEqual(10_050);
	});
});

describe('a client whose state is looked at before the nonce', () => {
	const used = 'NONCE_DUPLICATE';
	const stateFirst = { stateBeforeNonce: true };

	it.each([
		[{}, 409, used],
		[stateFirst, 400, 'BAD_USER_INPUT'],
		[{ ...stateFirst, exceededRefundStatus: 404 }, 404, 'BAD_USER_INPUT'],
		[{ ...stateFirst, exceededRefundStatus: 422 }, 422, 'BAD_USER_INPUT'],
	])('hears of a repeated refund of all, with %j: %d', async (settings, status, code) => {
		const caller = await newCaller(settings);
		const { charge } = await charged(simulator.control, caller);
		const body = refundBody({ charge, amount: 100 });
		await caller.post('/refunds', body);
		expect(await caller.post('/refunds', body)).toMatchObject({ status, body: { code } });
		expect((await caller.client.summary()).refunds).toBe(1);
	});

	it.each([
		[{}, used],
		[stateFirst, 'BAD_USER_INPUT'],
	])('hears of a repeated online refund of all, with %j: %s', async (settings, code) => {
		const caller = await newCaller(settings);
		const all = { amount: { quantity: '100.50', currency: 'ZAR' } };
		const input = refundInput(await paidOnline(simulator.control, caller), all);
		await ask(caller, refundMutation, { input });
		expect(codeIn(await ask(caller, refundMutation, { input }))).toBe(code);
		expect((await caller.client.summary()).refunds).toBe(1);
	});

	it.each([
		[{}, used],
		[stateFirst, 'BAD_USER_INPUT'],
	])('hears of a payout whose account fails by now, with %j: %s', async (settings, code) => {
		const caller = await newCaller(settings);
		const body = disbursementBody();
		await caller.post('/disbursements', body);
		await caller.client.change({ failingAccounts: ['1234567890'] });
		expect(codeIn(await caller.post('/disbursements', body))).toBe(code);
	});

	it.each([
		[{ busyTerminals: true }, used],
		[stateFirst, used],
		[{ busyTerminals: true, ...stateFirst }, 'CONFLICT'],
	])('hears of a repeated terminal session, with %j: %s', async (settings, code) => {
		const caller = await newCaller(settings);
		const body = sessionBody();
		await caller.post('/terminal-sessions', body);
		expect(codeIn(await caller.post('/terminal-sessions', body))).toBe(code);
	});
});
