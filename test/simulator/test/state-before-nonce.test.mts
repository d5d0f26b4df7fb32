import type { RunningSimulator } from '../start.mts';
import { startSimulator } from '../start.mts';
import type { Caller } from './caller.mts';
import { newCallers } from './caller.mts';
import { asker, codeOf } from './graphql-caller.mts';
import { disbursementBody, sessionBody } from './orders.mts';
import { charged, paidOnline, refundBody, refundInput, refundMutation } from './paid.mts';

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
);
const ask = asker(() => simulator);

/** The first create is accepted; what the service says to the same body again. */
async function repeated(caller: Caller, path: string, body: object, between = async () => {}) {
	expect((await caller.post(path, body)).status).toBe(201);
	await between();
	const again = await caller.post(path, body);
	return { status: again.status, code: again.body.code };
}

const nonceWasUsed = { status: 409, code: 'NONCE_DUPLICATE' };

describe('a repeated create', () => {
	it.each([
		[{}, nonceWasUsed],
		[{ stateBeforeNonce: true }, { status: 400, code: 'BAD_USER_INPUT' }],
		[{ stateBeforeNonce: true, exceededRefundStatus: 404 }, { status: 404 }],
		[{ stateBeforeNonce: true, exceededRefundStatus: 422 }, { status: 422 }],
	])('of a refund of all that is left, with %j, is refused by %j', async (settings, refusal) => {
		const caller = await newCaller(settings);
		const { charge } = await charged(simulator.control, caller);
		const body = refundBody({ charge, amount: 100 });
		expect(await repeated(caller, '/refunds', body)).toMatchObject(refusal);
		expect((await caller.client.summary()).refunds).toBe(1);
	});

	it('of a refund that leaves enough is refused for its nonce in any order', async () => {
		const caller = await newCaller({ stateBeforeNonce: true });
		const { charge } = await charged(simulator.control, caller);
		expect(await repeated(caller, '/refunds', refundBody({ charge }))).toEqual(nonceWasUsed);
	});

	it.each([
		[{}, 'NONCE_DUPLICATE'],
		[{ stateBeforeNonce: true }, 'BAD_USER_INPUT'],
	])('of an online refund, with %j, is refused as %s', async (settings, code) => {
		const caller = await newCaller(settings);
		const amount = { quantity: '100.50', currency: 'ZAR' };
		const input = refundInput(await paidOnline(simulator.control, caller), { amount });
		expect(codeOf(await ask(caller, refundMutation, { input }))).toBeUndefined();
		expect(codeOf(await ask(caller, refundMutation, { input }))).toBe(code);
		expect((await caller.client.summary()).refunds).toBe(1);
	});

	it.each([
		[{}, nonceWasUsed],
		[{ stateBeforeNonce: true }, { status: 400, code: 'BAD_USER_INPUT' }],
	])(
		'of a disbursement whose account fails by now, with %j, is refused by %j',
		async (settings, refusal) => {
			const caller = await newCaller(settings);
			const fail = async () => {
				await caller.client.change({ failingAccounts: ['1234567890'] });
			};
			const answer = await repeated(caller, '/disbursements', disbursementBody(), fail);
			expect(answer).toEqual(refusal);
		},
	);

	it.each([
		[{}, nonceWasUsed],
		[{ busyTerminals: true }, nonceWasUsed],
		[{ stateBeforeNonce: true }, nonceWasUsed],
		[
			{ busyTerminals: true, stateBeforeNonce: true },
			{ status: 409, code: 'CONFLICT' },
		],
	])('of a terminal session, with %j, is refused by %j', async (settings, refusal) => {
		const caller = await newCaller(settings);
		expect(await repeated(caller, '/terminal-sessions', sessionBody())).toEqual(refusal);
	});
});

describe('a busy terminal', () => {
	it('takes one session at a time, when the client is set so', async () => {
		const caller = await newCaller({ busyTerminals: true });
		const first = await caller.post('/terminal-sessions', sessionBody());
		const second = await caller.post('/terminal-sessions', sessionBody());
		expect(second).toMatchObject({ status: 409, body: { detail: 'The terminal is busy.' } });
		const elsewhere = sessionBody({ terminal: 'terminal-2' });
		expect((await caller.post('/terminal-sessions', elsewhere)).status).toBe(201);
		await simulator.control.finishTerminalSession(String(first.body.id), true);
		expect((await caller.post('/terminal-sessions', sessionBody())).status).toBe(201);
	});

	it('takes several where nothing is set', async () => {
		const caller = await newCaller();
		for (let count = 0; count < 2; count++) {
			expect((await caller.post('/terminal-sessions', sessionBody())).status).toBe(201);
		}
	});
});
