import { Faults, type FaultRule } from '../faults.mts';
import { createRandom } from '../random.mts';
import type { RunningSimulator } from '../start.mts';
import { startSimulator } from '../start.mts';
import type { Caller } from './caller.mts';
import { newCallers } from './caller.mts';
import { disbursementBody } from './orders.mts';

let simulator: RunningSimulator;
beforeAll(async () => {
	simulator = await startSimulator({ seed: 3 });
});
afterAll(() => simulator.stop());

const callerWith = newCallers(() => simulator, 'client_disbursement');

async function newCaller(options = {}, ...faults: FaultRule[]): Promise<Caller> {
	const caller = await callerWith(options);
	await caller.client.addFaults(...faults);
	return caller;
}

const create = (caller: Caller) => caller.post('/disbursements', disbursementBody());
const made = async (caller: Caller) => (await caller.client.summary()).disbursements;

describe('faults on demand', () => {
	it.each([429, 500, 502, 503, 504])('answers %d before anything is processed', async (status) => {
		const caller = await newCaller({}, { kind: 'status', status, requests: [1] });
		const answer = await create(caller);
		expect(answer.status).toBe(status);
		expect(answer.body).toEqual({
			title: expect.any(String),
			code: expect.any(String),
			detail: expect.any(String),
		});
		expect(answer.headers.get('retry-after')).toBeNull();
		expect(await made(caller)).toBe(0);
		expect((await create(caller)).status).toBe(201);
	});

	it('answers 429 with Retry-After when asked to', async () => {
		const caller = await newCaller({}, { kind: 'status', status: 429, retryAfter: 3 });
		expect((await create(caller)).headers.get('retry-after')).toBe('3');
	});

	it('answers 500 although the request was processed, when asked to', async () => {
		const caller = await newCaller({}, { kind: 'status', status: 500, processed: true });
		expect((await create(caller)).status).toBe(500);
		expect(await made(caller)).toBe(1);
	});

	it('loses the answer after the request was processed', async () => {
		const caller = await newCaller({}, { kind: 'lost-answer', requests: [1] });
		const body = disbursementBody();
		await expect(caller.post('/disbursements', body)).rejects.toThrow();
		expect(await made(caller)).toBe(1);
		expect((await caller.post('/disbursements', body)).status).toBe(409);
	});

	it('resets the connection before the request is processed', async () => {
		const caller = await newCaller({}, { kind: 'reset', requests: [1] });
		await expect(create(caller)).rejects.toThrow();
		expect(await made(caller)).toBe(0);
		const ledger = await caller.client.ledger();
		expect(ledger.requests.at(-1)).toMatchObject({ status: 0, fault: 'reset' });
		expect(ledger.inFlight).toBe(0);
	});

	it('sends malformed JSON after processing', async () => {
		const caller = await newCaller({}, { kind: 'malformed-json' });
		const answer = await create(caller);
		expect(answer.status).toBe(201);
		expect(() => JSON.parse(answer.text) as unknown).toThrow();
		expect(await made(caller)).toBe(1);
	});

	it('sends a gateway’s HTML page', async () => {
		const caller = await newCaller({}, { kind: 'html-page' });
		const answer = await create(caller);
		expect(answer.status).toBe(502);
		expect(answer.headers.get('content-type')).toContain('text/html');
		expect(answer.text).toContain('<html>');
		expect(await made(caller)).toBe(0);
	});

	it('sends a body in pieces, whole in the end', async () => {
		const caller = await newCaller({}, { kind: 'slow-body', ms: 1 });
		const answer = await create(caller);
		expect(answer.headers.get('transfer-encoding')).toBe('chunked');
		expect(answer.body.status).toBe('pending');
	});

	it('holds an answer back until the faults are cleared, while others are answered', async () => {
		const caller = await newCaller({}, { kind: 'held-answer', requests: [1] });
		let isAnswered = false;
		const held = create(caller).then((answer) => ((isAnswered = true), answer));
		while ((await made(caller)) === 0);
		expect((await create(caller)).status).toBe(201);
		expect(isAnswered).toBe(false);
		await caller.client.clearFaults();
		expect((await held).body.status).toBe('pending');
	});

	it('revokes the token in the middle of a run', async () => {
		const caller = await newCaller({}, { kind: 'revoke-token', requests: [2] });
		const statuses = [];
		for (let count = 0; count < 3; count++) statuses.push((await create(caller)).status);
		expect(statuses).toEqual([201, 401, 401]);
		expect(await made(caller)).toBe(1);
	});

	it('delays the answer to one request, while others are answered', async () => {
		const caller = await newCaller({}, { kind: 'latency', ms: 600_000, requests: [1] });
		const patience = new AbortController();
		const delayed = caller.send('GET', '/disbursements/first', { signal: patience.signal });
		while ((await caller.client.summary()).inFlight === 0);
		expect((await caller.get('/disbursements/second')).status).toBe(404);
		expect((await caller.client.summary()).inFlight).toBe(1);
		patience.abort();
		await expect(delayed).rejects.toThrow();
	});

	it('lets those wait who find the service at work on as many requests as it can', () => {
		const faults = new Faults(createRandom(1));
		const minutes = 60_000;
		faults.add([{ kind: 'latency', ms: 10 * minutes, atOnce: 2 }]);
		const delays = [1, 2, 3, 4, 5].map(() => faults.plan({ method: 'POST', path: '/' }).delay);
		expect(delays.map((delay) => Math.round(delay / minutes))).toEqual([10, 10, 20, 20, 30]);
	});

	it('hits only the requests that match by method and path', async () => {
		const caller = await newCaller(
			{},
			{ kind: 'status', status: 503, match: { method: 'GET', path: '/v2/disbursements*' } },
		);
		expect((await create(caller)).status).toBe(201);
		expect((await caller.get('/disbursements/none')).status).toBe(503);
	});

	it('stops when the faults are cleared', async () => {
		const caller = await newCaller({}, { kind: 'status', status: 500 });
		expect((await create(caller)).status).toBe(500);
		await caller.client.clearFaults();
		expect((await create(caller)).status).toBe(201);
	});

	it('draws the same requests again for the same seed', async () => {
		const run = async () => {
			const caller = await newCaller(
				{ seed: 42 },
				{ kind: 'status', status: 500, probability: 0.5 },
			);
			const statuses = [];
			for (let count = 0; count < 30; count++) statuses.push((await create(caller)).status);
			return statuses;
		};
		const first = await run();
		expect(new Set(first)).toEqual(new Set([201, 500]));
		expect(await run()).toEqual(first);
	});

	it('strikes the token endpoint, too', async () => {
		const client = await simulator.control.createClient();
		await client.addFaults({
			kind: 'status',
			status: 503,
			requests: [1],
			match: { path: '/connect/token' },
		});
		await expect(client.token('client_card')).rejects.toThrow('SERVICE_UNAVAILABLE');
		await expect(client.token('client_card')).resolves.toEqual(expect.any(String));
	});

	it('refuses a fault that it does not know', async () => {
		const client = await simulator.control.createClient();
		await expect(client.addFaults({ kind: 'fire' } as unknown as FaultRule)).rejects.toThrow('400');
	});
});

it('refuses what exceeds a rate limit, with Retry-After in seconds', async () => {
	const caller = await newCaller();
	await caller.client.setRateLimit({ perSecond: 0.001, burst: 2 });
	const answers = [await create(caller), await create(caller), await create(caller)];
	expect(answers.map((answer) => answer.status)).toEqual([201, 201, 429]);
	expect(answers[2]?.headers.get('retry-after')).toMatch(/^\d+$/);
});

describe('the ledger', () => {
	it('lists every request with its status, and the most that were in flight', async () => {
		const caller = await newCaller({}, { kind: 'latency', ms: 600_000, match: { method: 'GET' } });
		const patience = new AbortController();
		const delayed = [1, 2, 3].map(async () => {
			await caller.send('GET', '/disbursements/none', { signal: patience.signal });
		});
		while ((await caller.client.summary()).inFlight < 3);
		patience.abort();
		await Promise.allSettled(delayed);
		while ((await caller.client.summary()).inFlight > 0);
		await create(caller);
		const ledger = await caller.client.ledger();
		expect(ledger.maxInFlight).toBe(3);
		expect(ledger.requests.map(({ method, path, status }) => [method, path, status])).toEqual([
			['POST', '/connect/token', 200],
			['GET', '/v2/disbursements/none', 0],
			['GET', '/v2/disbursements/none', 0],
			['GET', '/v2/disbursements/none', 0],
			['POST', '/v2/disbursements', 201],
		]);
		expect(ledger.routes).toEqual({
			'POST /connect/token': 1,
			'GET /v2/disbursements/:id': 3,
			'POST /v2/disbursements': 1,
		});
	});
});
