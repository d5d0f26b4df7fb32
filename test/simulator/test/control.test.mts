import type { RunningSimulator } from '../start.mts';
import { startSimulator } from '../start.mts';
import { authorize, authorizeQuery } from './authorizing.mts';
import { pkcePair } from './browser.mts';
import { callerFor } from './caller.mts';
import { disbursementBody } from './orders.mts';

let simulator: RunningSimulator;
beforeAll(async () => {
	simulator = await startSimulator({ seed: 24, timeScale: 0 });
});
afterAll(() => simulator.stop());

describe('the control address', () => {
	it('creates clients with the id and secret that a test wants, once', async () => {
		const wanted = { clientId: 'test-mine', clientSecret: 'fake-secret' };
		const client = await simulator.control.createClient(wanted);
		expect(client).toMatchObject(wanted);
		await expect(simulator.control.createClient(wanted)).rejects.toThrow('409');
	});

	it('makes ids by which the service tells test clients from others (spec 4.7)', async () => {
		expect((await simulator.control.createClient()).clientId).toMatch(/^test-/);
		expect((await simulator.control.createClient({ test: false })).clientId).not.toMatch(/^test-/);
	});

	it.each([
		['an unknown setting', { colour: 'blue' }],
		['a wrong type', { float: 'much' }],
		['a return address by plain http', { redirectUris: ['http://n8n.example.com/'] }],
		['a return address that is none', { redirectUris: ['nowhere'] }],
	])('refuses %s', async (_name, options) => {
		await expect(simulator.control.createClient(options as object)).rejects.toThrow('400');
	});

	it('changes settings of a client while it runs', async () => {
		const client = await simulator.control.createClient();
		const caller = await callerFor(simulator, client, 'client_disbursement');
		await client.change({ bankField: 'bank' });
		const answer = await caller.post('/disbursements', disbursementBody());
		expect(answer.body.beneficiary).toHaveProperty('bank');
	});

	it('shows and steps the clock', async () => {
		const read = () => simulator.control.send<{ now: string; scale: number }>('GET', '/clock');
		const before = await read();
		await simulator.control.advance(1500);
		const after = await read();
		expect(Date.parse(after.now) - Date.parse(before.now)).toBe(1500);
		await simulator.control.setTimeScale(2);
		expect((await read()).scale).toBe(2);
		await simulator.control.setTimeScale(0);
	});

	it('gives every answer the date of that clock', async () => {
		const dateOf = async (path: string) => {
			const { headers } = await fetch(simulator.baseUrl + path);
			return Date.parse(headers.get('date') ?? '');
		};
		const before = await dateOf('/refunds');
		await simulator.control.advance(90 * 60_000);
		for (const path of ['/refunds', '/nowhere']) {
			expect((await dateOf(path)) - before).toBe(90 * 60_000);
		}
	});

	it('answers 404 for what does not exist and 400 for a body that is not JSON', async () => {
		const statusOf = async (path: string, body = '{}') =>
			(await fetch(simulator.control.url + path, { method: 'POST', body })).status;
		expect(await statusOf('/clients/nobody/revoke-tokens')).toBe(404);
		expect(await statusOf('/disbursements/none/reverse')).toBe(404);
		expect(await statusOf('/payment-requests/none/pay')).toBe(404);
		expect(await statusOf('/terminal-sessions/none/finish', '{"approved":true}')).toBe(404);
		expect(await statusOf('/clients', '{')).toBe(400);
	});

	it('notes requests of callers that it does not know', async () => {
		await fetch(`${simulator.baseUrl}/cards`);
		const ledger = await simulator.control.send<{ statuses: Record<string, number> }>(
			'GET',
			'/ledger',
		);
		expect(ledger.statuses['401']).toBeGreaterThanOrEqual(1);
	});

	it('puts faults in the way of the authorization, too', async () => {
		const client = await simulator.control.createClient({
			redirectUris: ['https://n8n.example.com/callback'],
		});
		await client.addFaults({ kind: 'html-page', match: { path: '/connect/authorize' } });
		const query = authorizeQuery(client, pkcePair().challenge);
		const response = await fetch(simulator.authUrl + authorize(query), { redirect: 'manual' });
		expect(response.status).toBe(502);
	});
});
