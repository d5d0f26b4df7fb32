import { createConnection } from 'node:net';
import fc from 'fast-check';
import { Pool } from 'undici';
import type { TestClient } from '../control-client.mts';
import { clientScopes } from '../scopes.mts';
import type { RunningSimulator } from '../start.mts';
import { startSimulator } from '../start.mts';
import { cases } from '../../thorough.mts';
import type { Attempt, Known } from './attempts.mts';
import { attempts } from './attempts.mts';
import { callerFor } from './caller.mts';
import { disbursementBody, paymentRequestBody, sessionBody } from './orders.mts';

const seed = 20_260_101;
const batches = cases(130);
const batchSize = 100;

let simulator: RunningSimulator;
let pool: Pool;
let client: TestClient;
let token: string;
let known: Known;

beforeAll(async () => {
	// No time passes until the session is finished: it would expire meanwhile on a busy machine.
	simulator = await startSimulator({ seed: 12, timeScale: 0 });
	pool = new Pool(simulator.authUrl, { connections: 16 });
	client = await simulator.control.createClient({
		redirectUris: ['https://n8n.example.com/callback'],
		allowLoopbackWebhooks: true,
		pendingProbability: 0.3,
	});
	const caller = await callerFor(simulator, client, ...clientScopes);
	token = caller.token;
	const session = String((await caller.post('/terminal-sessions', sessionBody())).body.id);
	await simulator.control.finishTerminalSession(session, true);
	await simulator.control.setTimeScale(1000);
	const ids = [
		session,
		String((await caller.post('/disbursements', disbursementBody())).body.id),
		String((await caller.post('/payment-requests', paymentRequestBody())).body.id),
		(await client.addCard({ payerId: 'p' })).id,
	];
	known = { clientId: client.clientId, clientSecret: client.clientSecret, ids };
});
afterAll(async () => {
	await pool.close();
	await simulator.stop();
});

interface Outcome {
	status: number;
	type: string;
	text: string;
}

async function send({ method, path, body, type, token: kind }: Attempt): Promise<Outcome> {
	const response = await pool.request({
		method,
		path,
		body: body ?? null,
		headers: {
			...(type !== undefined && body !== undefined && { 'content-type': type }),
			...(kind !== 'none' && { authorization: `Bearer ${kind === 'good' ? token : 'bad'}` }),
		},
	});
	return {
		status: response.statusCode,
		type: String(response.headers['content-type'] ?? ''),
		text: await response.body.text(),
	};
}

/** What is wrong with an answer, or undefined. */
function fault({ path, method }: Attempt, { status, type, text }: Outcome): string | undefined {
	if (status >= 500) return `status ${status}: ${text}`;
	if (status < 400 || method === 'HEAD' || !path.startsWith('/v2')) return undefined;
	if (path.startsWith('/v2/files') && type.startsWith('text/plain')) return undefined;
	const body = JSON.parse(text) as Record<string, unknown>;
	const whole = ['title', 'code', 'detail'].every((name) => typeof body[name] === 'string');
	return whole ? undefined : `not the error shape: ${text}`;
}

describe('bad input of every kind', () => {
	it(`gets no unasked 5xx and, in REST, the specification's error shape (${batches * batchSize} requests)`, async () => {
		const statuses: Record<number, number> = {};
		const property = fc.asyncProperty(
			fc.array(attempts(known), { minLength: batchSize, maxLength: batchSize }),
			async (wanted) => {
				const outcomes = await Promise.all(wanted.map(send));
				outcomes.forEach((outcome, index) => {
					statuses[outcome.status] = (statuses[outcome.status] ?? 0) + 1;
					const sent = wanted[index] as Attempt;
					const problem = fault(sent, outcome);
					if (problem) throw new Error(`${JSON.stringify(sent)}: ${problem}`);
				});
			},
		);
		await fc.assert(property, { seed, numRuns: batches, endOnFailure: true });
		const sent = Object.values(statuses).reduce((sum, count) => sum + count, 0);
		expect(sent).toBe(batches * batchSize);
		// The attempts reach beyond the front door: many are accepted, many refused by each check.
		for (const status of [200, 201, 400, 401, 404])
			expect(statuses[status]).toBeGreaterThan(batches / 3);
	});

	it('survives bytes that are not HTTP', async () => {
		const { port } = new URL(simulator.authUrl);
		const answers: string[] = [];
		const say = (bytes: Uint8Array) =>
			new Promise<void>((resolve) => {
				const socket = createConnection(Number(port), '127.0.0.1', () => socket.end(bytes));
				socket.setEncoding('utf8').on('data', (text: string) => answers.push(text));
				socket.on('error', () => undefined).on('close', () => resolve());
			});
		const property = fc.asyncProperty(fc.uint8Array({ minLength: 20, maxLength: 300 }), say);
		await fc.assert(property, { seed, numRuns: 200 });
		expect(answers.length).toBeGreaterThan(100);
		for (const text of answers) expect(text).toMatch(/^HTTP\/1\.1 400 [^]*"code":"BAD_USER_INPUT"/);
	});

	afterAll(async () => {
		const health = await simulator.control.health();
		expect(health).toMatchObject({
			unhandledRejections: 0,
			uncaughtExceptions: 0,
			unexpectedErrors: 0,
		});
		expect(health).not.toHaveProperty('lastProblem');
	});
});
