import type { RunningSimulator } from '../start.mts';
import { startSimulator } from '../start.mts';
import { idsOf, newCallers } from './caller.mts';
import { createSession, sessionAt, sessionBody } from './orders.mts';

let simulator: RunningSimulator;
beforeAll(async () => {
	simulator = await startSimulator({ seed: 6, timeScale: 0 });
});
afterAll(() => simulator.stop());

const newCaller = newCallers(() => simulator, 'client_terminal_session');

describe('terminal sessions (spec, terminal, 2.1, 3.1, 4.2)', () => {
	it('answers 201 with the session, pending', async () => {
		const caller = await newCaller();
		const body = sessionBody({ externalReference: 'till-1', metadata: { shift: { number: 2 } } });
		const answer = await caller.post('/terminal-sessions', body);
		expect(answer.status).toBe(201);
		expect(answer.body).toMatchObject({
			status: 'pending',
			source: 'api',
			terminal: { id: 'terminal-1', status: 'active' },
			intent: body.intent,
			nonce: body.nonce,
			externalReference: 'till-1',
			metadata: body.metadata,
		});
		expect(answer.body).not.toHaveProperty('outcome');
	});

	it.each([
		[
			'a charge with cashback',
			{
				charge: { amount: 10, currency: 'ZAR', cashback: { amount: 5, currency: 'ZAR' } },
			},
		],
		[
			'a charge that is captured by hand',
			{
				charge: { amount: 10, currency: 'ZAR', capture: { method: 'manual' } },
			},
		],
		['a disbursement', { disbursement: { amount: 10, currency: 'ZAR' } }],
	])('accepts %s', async (_name, intent) => {
		await createSession(await newCaller(), { intent });
	});

	it.each([
		['no intent', { intent: undefined }],
		['an empty intent', { intent: {} }],
		[
			'two intents',
			{
				intent: {
					charge: { amount: 1, currency: 'ZAR' },
					disbursement: { amount: 1, currency: 'ZAR' },
				},
			},
		],
		['another currency', { intent: { charge: { amount: 1, currency: 'USD' } } }],
		['an amount as a text', { intent: { charge: { amount: '1', currency: 'ZAR' } } }],
		[
			'an unknown capture method',
			{
				intent: { charge: { amount: 1, currency: 'ZAR', capture: { method: 'later' } } },
			},
		],
		['no terminal', { terminal: undefined }],
		['an unknown terminal', { terminal: 'terminal-9' }],
		['no nonce', { nonce: undefined }],
		['metadata that is no object', { metadata: 'x' }],
	])('refuses %s with 400', async (_name, changes) => {
		const caller = await newCaller();
		const answer = await caller.post('/terminal-sessions', sessionBody(changes));
		expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_USER_INPUT' } });
	});

	it('refuses a nonce that was used before with 409', async () => {
		const caller = await newCaller();
		const body = sessionBody();
		expect((await caller.post('/terminal-sessions', body)).status).toBe(201);
		expect((await caller.post('/terminal-sessions', body)).status).toBe(409);
	});

	it.each([
		['succeeds with a charge for .00', 100, 'success', true],
		['ends in failure for .51', 100.51, 'failure', false],
	])('%s', async (_name, amount, status, hasCharge) => {
		const caller = await newCaller();
		const id = await createSession(caller, { intent: { charge: { amount, currency: 'ZAR' } } });
		await simulator.control.advance(30_000);
		const { body } = await caller.get(sessionAt(id));
		expect(body.status).toBe(status);
		expect('charge' in (body.outcome as object)).toBe(hasCharge);
	});

	it('cancels a pending session, and answers an error once it is completed', async () => {
		const caller = await newCaller();
		const pending = await createSession(caller);
		const answer = await caller.post(`${sessionAt(pending)}/cancel`);
		expect(answer).toMatchObject({ status: 200, body: { id: pending } });
		const done = await createSession(caller);
		await simulator.control.finishTerminalSession(done, true);
		const refused = await caller.post(`${sessionAt(done)}/cancel`);
		expect(refused.status).toBe(409);
		expect((await caller.get(sessionAt(done))).body.status).toBe('success');
	});

	it('lists in pages, filtered by nonce and external reference', async () => {
		const caller = await newCaller();
		const ids = [];
		for (let count = 0; count < 5; count++) {
			ids.unshift(
				await createSession(caller, { nonce: `n-${count}`, externalReference: `r-${count % 2}` }),
			);
		}
		const first = await caller.get('/terminal-sessions?limit=2');
		expect(first.body.page).toEqual({ limit: 2, offset: 0, hasNext: true });
		const last = await caller.get('/terminal-sessions?limit=2&offset=4');
		expect(last.body.page).toEqual({ limit: 2, offset: 4, hasNext: false });
		expect([...idsOf(first), ...idsOf(last)]).toEqual([ids[0], ids[1], ids[4]]);
		expect(idsOf(await caller.get('/terminal-sessions?nonce=n-3'))).toEqual([ids[1]]);
		expect(idsOf(await caller.get('/terminal-sessions?externalReference=r-1'))).toHaveLength(2);
	});

	it.each([
		['limit=0', 200],
		['limit=50', 200],
		['limit=51', 400],
		['limit=-1', 400],
		['limit=x', 400],
		['offset=-1', 400],
	])('answers a list with %s by %d', async (query, status) => {
		expect((await (await newCaller()).get(`/terminal-sessions?${query}`)).status).toBe(status);
	});

	it('answers 404 for an id that does not exist', async () => {
		const caller = await newCaller();
		expect((await caller.get('/terminal-sessions/none')).status).toBe(404);
		expect((await caller.post('/terminal-sessions/none/cancel')).status).toBe(404);
	});
});
