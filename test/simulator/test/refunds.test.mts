import type { RunningSimulator } from '../start.mts';
import { startSimulator } from '../start.mts';
import type { Caller } from './caller.mts';
import { idsOf, newCallers } from './caller.mts';
import { refundAt } from './orders.mts';
import { charged as chargedWith, refundBody as order } from './paid.mts';

let simulator: RunningSimulator;
beforeAll(async () => {
	simulator = await startSimulator({ seed: 16, timeScale: 0 });
});
afterAll(() => simulator.stop());

const newCaller = newCallers(() => simulator, 'client_terminal_session', 'client_refund');

const charged = (caller: Caller) => chargedWith(simulator.control, caller);

describe('refunds (spec, terminal, 2.2, 4.3)', () => {
	it('refunds a charge, by the charge, by the session, or by both', async () => {
		const caller = await newCaller();
		const made = await charged(caller);
		for (const target of [
			{ charge: made.charge },
			{ terminalSession: made.session },
			{ charge: made.charge, terminalSession: made.session },
		]) {
			const answer = await caller.post('/refunds', order(target));
			expect(answer.status).toBe(201);
			const again = await caller.get(refundAt(answer.body.id));
			expect(again).toMatchObject({ status: 200, body: answer.body });
		}
	});

	it('can answer 201 with a failed record', async () => {
		const caller = await newCaller();
		const { charge } = await charged(caller);
		const answer = await caller.post('/refunds', order({ charge, amount: 1.51 }));
		expect(answer).toMatchObject({ status: 201, body: { status: 'failure' } });
	});

	it.each([
		['no amount', { amount: undefined }],
		['an amount as a text', { amount: '1' }],
		['another currency', { currency: 'USD' }],
		['an unknown reason', { reason: 'regret' }],
		['no reason', { reason: undefined }],
		['no nonce', { nonce: undefined }],
		['neither charge nor session', { charge: undefined }],
		['more than the charge', { amount: 100.01 }],
	])('refuses %s with 400', async (_name, changes) => {
		const caller = await newCaller();
		const { charge } = await charged(caller);
		expect((await caller.post('/refunds', order({ charge, ...changes }))).status).toBe(400);
	});

	it('never refunds more than the charge in all', async () => {
		const caller = await newCaller();
		const { charge } = await charged(caller);
		expect((await caller.post('/refunds', order({ charge, amount: 60 }))).status).toBe(201);
		expect((await caller.post('/refunds', order({ charge, amount: 60 }))).status).toBe(400);
		expect((await caller.post('/refunds', order({ charge, amount: 40 }))).status).toBe(201);
		expect((await caller.client.summary()).moneyOut).toBe(10_000);
	});

	it('refuses an unknown charge with 404, a used nonce with 409, a session of another charge with 400', async () => {
		const caller = await newCaller();
		const [one, other] = [await charged(caller), await charged(caller)];
		expect((await caller.post('/refunds', order({ charge: 'none' }))).status).toBe(404);
		const mixed = order({ charge: one.charge, terminalSession: other.session });
		expect((await caller.post('/refunds', mixed)).status).toBe(400);
		const body = order({ charge: one.charge });
		expect((await caller.post('/refunds', body)).status).toBe(201);
		expect((await caller.post('/refunds', body)).status).toBe(409);
		expect((await caller.get('/refunds/none')).status).toBe(404);
	});

	it('lists by nonce, charge and session', async () => {
		const caller = await newCaller();
		const [one, other] = [await charged(caller), await charged(caller)];
		await caller.post('/refunds', order({ charge: one.charge, nonce: 'a' }));
		await caller.post('/refunds', order({ charge: other.charge, nonce: 'b' }));
		const list = async (query: string) => idsOf(await caller.get(`/refunds?${query}`)).length;
		expect(await list('')).toBe(2);
		expect(await list('nonce=a')).toBe(1);
		expect(await list(`charge=${encodeURIComponent(other.charge)}`)).toBe(1);
		expect(await list(`terminalSession=${encodeURIComponent(one.session)}&nonce=b`)).toBe(0);
	});

	it.each([
		['limit=1', 200],
		['limit=50', 200],
		['limit=0', 400],
		['limit=51', 400],
	])('answers a list with %s by %d', async (query, status) => {
		expect((await (await newCaller()).get(`/refunds?${query}`)).status).toBe(status);
	});
});
