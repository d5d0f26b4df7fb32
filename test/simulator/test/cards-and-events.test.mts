import type { RunningSimulator } from '../start.mts';
import { startSimulator } from '../start.mts';
import { callerFor, idsOf, newCallers } from './caller.mts';
import { cardAt } from './orders.mts';

let simulator: RunningSimulator;
beforeAll(async () => {
	simulator = await startSimulator({ seed: 17, timeScale: 0 });
});
afterAll(() => simulator.stop());

const newCaller = newCallers(() => simulator, 'client_card');

describe('cards (spec, terminal, 4.1)', () => {
	it('lists the payer’s cards in pages of 20 and deletes one with 204', async () => {
		const caller = await newCaller();
		for (let count = 0; count < 21; count++) await caller.client.addCard({ payerId: 'payer-1' });
		const other = await caller.client.addCard({ payerId: 'payer-2' });
		const list = await caller.get('/cards?payerId=payer-1');
		expect(list.body.page).toEqual({ limit: 20, offset: 0, hasNext: true });
		expect(idsOf(await caller.get('/cards?payerId=payer-2'))).toEqual([other.id]);
		const deleted = await caller.send('DELETE', cardAt(other.id));
		expect([deleted.status, deleted.text]).toEqual([204, '']);
		expect(idsOf(await caller.get('/cards?payerId=payer-2'))).toEqual([]);
		expect((await caller.send('DELETE', cardAt(other.id))).status).toBe(404);
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
