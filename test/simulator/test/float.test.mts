import type { RunningSimulator } from '../start.mts';
import { startSimulator } from '../start.mts';
import type { Caller } from './caller.mts';
import { newCallers } from './caller.mts';
import { createDisbursement, disbursementAt, rand } from './orders.mts';

let simulator: RunningSimulator;
beforeAll(async () => {
	// The clock stands still, so that only the tests move it.
	simulator = await startSimulator({ seed: 15, timeScale: 0 });
});
afterAll(() => simulator.stop());

const minute = 60_000;

const newCaller = newCallers(() => simulator, 'client_disbursement');

describe('the float account of a client that is not a test client (spec 3.2)', () => {
	const live = (float: number) => newCaller({ test: false, float });
	const statuses = async (caller: Caller, ids: string[]) =>
		Promise.all(ids.map(async (id) => (await caller.get(disbursementAt(id))).body.status));

	it('pauses what exceeds the balance, and with it everything more recent', async () => {
		const caller = await live(100);
		const ids = [
			await createDisbursement(caller, { amount: rand(60) }),
			await createDisbursement(caller, { amount: rand(60) }),
			await createDisbursement(caller, { amount: rand(10) }),
		];
		await simulator.control.advance(5 * minute);
		expect(await statuses(caller, ids)).toEqual(['completed', 'paused', 'paused']);
		expect(await caller.client.summary()).toMatchObject({ moneyOut: 6000 });
	});

	it('goes on in order after a top-up, as far as the money reaches', async () => {
		const caller = await live(0);
		const ids = [
			await createDisbursement(caller, { amount: rand(50) }),
			await createDisbursement(caller, { amount: rand(70) }),
			await createDisbursement(caller, { amount: rand(1) }),
		];
		await simulator.control.advance(minute);
		await caller.client.topUp(60);
		await simulator.control.advance(5 * minute);
		expect(await statuses(caller, ids)).toEqual(['completed', 'paused', 'paused']);
		await caller.client.topUp(70);
		await simulator.control.advance(5 * minute);
		expect(await statuses(caller, ids)).toEqual(['completed', 'completed', 'completed']);
	});

	it('lets more recent ones go on when the one that blocked them is cancelled', async () => {
		const caller = await live(10);
		const ids = [
			await createDisbursement(caller, { amount: rand(50) }),
			await createDisbursement(caller, { amount: rand(5) }),
		];
		await simulator.control.advance(minute);
		await caller.post('/disbursements/cancel', { id: ids[0], reason: 'Too large' });
		await simulator.control.advance(5 * minute);
		expect(await statuses(caller, ids)).toEqual(['cancelled', 'completed']);
	});

	it('ends in error, insufficient_funds, after 7 days without money', async () => {
		const caller = await live(0);
		const id = await createDisbursement(caller);
		await simulator.control.advance(7 * 24 * 60 * minute);
		expect((await caller.get(disbursementAt(id))).body.status).toBe('paused');
		await simulator.control.advance(minute);
		expect((await caller.get(disbursementAt(id))).body).toMatchObject({
			status: 'error',
			statusReason: 'insufficient_funds',
		});
	});

	it('reverses a completed one on request and gives the money back', async () => {
		const caller = await live(200);
		const id = await createDisbursement(caller);
		await expect(simulator.control.reverseDisbursement(id)).rejects.toThrow('409');
		await simulator.control.advance(5 * minute);
		await simulator.control.reverseDisbursement(id);
		expect((await caller.get(disbursementAt(id))).body).toMatchObject({
			status: 'reversed',
			statusReason: 'invalid_account',
		});
		expect(await caller.client.summary()).toMatchObject({ moneyOut: 10000, moneyBack: 10000 });
	});

	it('can be put into any status and reason by a test', async () => {
		const caller = await live(200);
		const id = await createDisbursement(caller);
		await simulator.control.setDisbursementStatus(id, 'error', 'restricted_account');
		expect((await caller.get(disbursementAt(id))).body).toMatchObject({
			status: 'error',
			statusReason: 'restricted_account',
		});
	});
});
