import type { RunningSimulator } from '../start.mts';
import { startSimulator } from '../start.mts';
import type { Answer, Caller } from './caller.mts';
import { callerFor } from './caller.mts';
import { sessionBody } from './orders.mts';

// Starting a process can take long on a busy machine.
jest.setTimeout(30_000);

let simulator: RunningSimulator;
beforeAll(async () => {
	simulator = await startSimulator({ seed: 6, timeScale: 0 });
});
afterAll(() => simulator.stop());

async function newCaller(options = {}): Promise<Caller> {
	const client = await simulator.control.createClient(options);
	return callerFor(simulator, client, 'client_terminal_session', 'client_refund', 'client_card');
}

const escaped = (id: unknown) => encodeURIComponent(String(id));
const idsOf = (answer: Answer) => (answer.body.data as Array<{ id: string }>).map(({ id }) => id);

async function session(caller: Caller, changes = {}): Promise<string> {
	const answer = await caller.post('/terminal-sessions', sessionBody(changes));
	expect(answer.status).toBe(201);
	return String(answer.body.id);
}

/** A charge of R100.00, with its session. */
async function charged(caller: Caller, amount = 100) {
	const id = await session(caller, { intent: { charge: { amount, currency: 'ZAR' } } });
	await simulator.control.finishTerminalSession(id, true);
	const { outcome } = (await caller.get(`/terminal-sessions/${escaped(id)}`)).body;
	return { session: id, charge: (outcome as { charge: { id: string } }).charge.id };
}

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
		await session(await newCaller(), { intent });
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
		const id = await session(caller, { intent: { charge: { amount, currency: 'ZAR' } } });
		await simulator.control.advance(30_000);
		const { body } = await caller.get(`/terminal-sessions/${escaped(id)}`);
		expect(body.status).toBe(status);
		expect('charge' in (body.outcome as object)).toBe(hasCharge);
	});

	it('cancels a pending session, and answers an error once it is completed', async () => {
		const caller = await newCaller();
		const pending = await session(caller);
		const answer = await caller.post(`/terminal-sessions/${escaped(pending)}/cancel`);
		expect(answer).toMatchObject({ status: 200, body: { id: pending } });
		const done = await session(caller);
		await simulator.control.finishTerminalSession(done, true);
		const refused = await caller.post(`/terminal-sessions/${escaped(done)}/cancel`);
		expect(refused.status).toBe(409);
		expect((await caller.get(`/terminal-sessions/${escaped(done)}`)).body.status).toBe('success');
	});

	it('lists in pages, filtered by nonce and external reference', async () => {
		const caller = await newCaller();
		const ids = [];
		for (let count = 0; count < 5; count++) {
			ids.unshift(
				await session(caller, { nonce: `n-${count}`, externalReference: `r-${count % 2}` }),
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

describe('refunds (spec, terminal, 2.2, 4.3)', () => {
	const order = (changes: object) => ({
		amount: 10,
		currency: 'ZAR',
		reason: 'fraud',
		nonce: `refund-${Math.random()}`,
		...changes,
	});

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
			const again = await caller.get(`/refunds/${escaped(answer.body.id)}`);
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
		expect(await list(`charge=${escaped(other.charge)}`)).toBe(1);
		expect(await list(`terminalSession=${escaped(one.session)}&nonce=b`)).toBe(0);
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

describe('cards (spec, terminal, 4.1)', () => {
	it('lists the payer’s cards in pages of 20 and deletes one with 204', async () => {
		const caller = await newCaller();
		for (let count = 0; count < 21; count++) await caller.client.addCard({ payerId: 'payer-1' });
		const other = await caller.client.addCard({ payerId: 'payer-2' });
		const list = await caller.get('/cards?payerId=payer-1');
		expect(list.body.page).toEqual({ limit: 20, offset: 0, hasNext: true });
		expect(idsOf(await caller.get('/cards?payerId=payer-2'))).toEqual([other.id]);
		const deleted = await caller.send('DELETE', `/cards/${escaped(other.id)}`);
		expect([deleted.status, deleted.text]).toEqual([204, '']);
		expect(idsOf(await caller.get('/cards?payerId=payer-2'))).toEqual([]);
		expect((await caller.send('DELETE', `/cards/${escaped(other.id)}`)).status).toBe(404);
	});

	it.each([
		['', 400],
		['payerId=', 400],
		['payerId=p&limit=0', 400],
		['payerId=p&limit=51', 400],
		['payerId=p&limit=50&offset=3', 200],
		['payerId=p&offset=-1', 400],
	])('answers a list with "%s" by %d', async (query, status) => {
		expect((await (await newCaller()).get(`/cards?${query}`)).status).toBe(status);
	});
});

describe('fingerprint events (spec, terminal, 4.5)', () => {
	it('lists newest first by correlation id or device id', async () => {
		const caller = await newCaller();
		const one = await caller.client.addFingerprintEvent({ correlationId: 'c', deviceId: 'd' });
		const two = await caller.client.addFingerprintEvent({ correlationId: 'c', deviceId: 'e' });
		const path = '/fingerprint/events';
		expect(idsOf(await caller.get(`${path}?correlationId=c`))).toEqual([two.id, one.id]);
		const page = await caller.get(`${path}?deviceId=d&limit=500`);
		expect(page.body).toMatchObject({
			data: [{ id: one.id }],
			page: { limit: 500, offset: 0, hasNext: false },
		});
		expect(Object.keys(page.body).sort()).toEqual(['data', 'page']);
	});

	it.each([
		[''],
		['correlationId=c&deviceId=d'],
		['correlationId='],
		[`correlationId=${'x'.repeat(129)}`],
		['deviceId=d&limit=0'],
		['deviceId=d&limit=501'],
		['deviceId=d&offset=-1'],
	])('refuses the query "%s" with 400', async (query) => {
		expect((await (await newCaller()).get(`/fingerprint/events?${query}`)).status).toBe(400);
	});

	it('answers 401 without a token', async () => {
		const response = await fetch(`${simulator.baseUrl}/fingerprint/events?deviceId=d`);
		expect(response.status).toBe(401);
	});
});

describe('scopes (spec, terminal, 5)', () => {
	it.each([
		['GET', '/cards?payerId=p', 'client_card'],
		['DELETE', '/cards/x', 'client_card'],
		['GET', '/terminal-sessions', 'client_terminal_session'],
		['POST', '/terminal-sessions', 'client_terminal_session'],
		['GET', '/terminal-sessions/x', 'client_terminal_session'],
		['POST', '/terminal-sessions/x/cancel', 'client_terminal_session'],
		['GET', '/refunds', 'client_refund'],
		['POST', '/refunds', 'client_refund'],
		['GET', '/refunds/x', 'client_refund'],
		['POST', '/files', 'client_file_management'],
	])('%s %s needs %s', async (method, path, scope) => {
		const client = await simulator.control.createClient();
		const caller = await callerFor(simulator, client, 'client_disbursement');
		const body = new FormData();
		body.set('type', 'dispute_evidence');
		const init = path === '/files' ? { body } : {};
		const answer = await caller.send(method, path, init);
		expect(answer).toMatchObject({ status: 403, body: { missingScopes: [scope] } });
	});
});
