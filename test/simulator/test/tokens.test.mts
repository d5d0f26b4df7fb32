import type { TestClient } from '../control-client.mts';
import type { RunningSimulator } from '../start.mts';
import { startSimulator } from '../start.mts';
import type { Answer } from './caller.mts';
import { callerFor, readAnswer } from './caller.mts';

let simulator: RunningSimulator;
beforeAll(async () => {
	simulator = await startSimulator({ seed: 1 });
});
afterAll(() => simulator.stop());

const tokenUrl = () => `${simulator.authUrl}/connect/token`;

function form(client: TestClient, changes: Record<string, string | undefined> = {}) {
	const fields = {
		grant_type: 'client_credentials',
		client_id: client.clientId,
		client_secret: client.clientSecret,
		scope: 'client_disbursement',
		audience: tokenUrl(),
		...changes,
	};
	const given = Object.entries(fields).filter(([, value]) => value !== undefined);
	return new URLSearchParams(given as Array<[string, string]>);
}

async function request(body: RequestInit['body'], headers = {}): Promise<Answer> {
	return readAnswer(await fetch(tokenUrl(), { method: 'POST', body: body ?? null, headers }));
}

describe('client tokens (spec 5.2, public documentation)', () => {
	it('gives a Bearer token for one hour, with the granted scopes and no refresh token', async () => {
		const client = await simulator.control.createClient();
		const answer = await request(
			form(client, { scope: 'client_disbursement client_paymentrequest' }),
		);
		expect(answer.status).toBe(200);
		expect(answer.body).toEqual({
			access_token: expect.stringMatching(/^.{20,}$/),
			expires_in: 3600,
			token_type: 'Bearer',
			scope: 'client_disbursement client_paymentrequest',
		});
	});

	it('refuses the whole request when one scope is not granted', async () => {
		const client = await simulator.control.createClient({ scopes: ['client_disbursement'] });
		const answer = await request(form(client, { scope: 'client_disbursement client_card' }));
		expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_scope' } });
	});

	it.each([
		['no scope', { scope: undefined }, 'invalid_scope'],
		['an empty scope', { scope: '' }, 'invalid_scope'],
		['an unknown scope', { scope: 'client_everything' }, 'invalid_scope'],
		['an unknown scope among known ones', { scope: 'client_card everything' }, 'invalid_scope'],
		['a wrong secret', { client_secret: 'wrong' }, 'invalid_client'],
		['no secret', { client_secret: undefined }, 'invalid_client'],
		['an unknown client', { client_id: 'test-nobody' }, 'invalid_client'],
		['no audience', { audience: undefined }, 'invalid_request'],
		['another audience', { audience: 'http://127.0.0.1/other' }, 'invalid_request'],
		['an unknown grant type', { grant_type: 'password' }, 'unsupported_grant_type'],
	])('refuses %s with status 400 and an OAuth-shaped body', async (_name, changes, error) => {
		const client = await simulator.control.createClient();
		const answer = await request(form(client, changes));
		expect(answer).toMatchObject({ status: 400, body: { error } });
		expect(answer.body).not.toHaveProperty('code');
	});

	it('takes the secret in the body, not as Basic authentication', async () => {
		const client = await simulator.control.createClient();
		const pair = Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64');
		const body = form(client, { client_id: undefined, client_secret: undefined });
		const answer = await request(body, { authorization: `Basic ${pair}` });
		expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_client' } });
	});

	it('knows the new secret only, after the secret was rotated', async () => {
		const client = await simulator.control.createClient();
		const old = client.clientSecret;
		await client.rotateSecret();
		expect((await request(form(client, { client_secret: old }))).status).toBe(400);
		expect((await request(form(client))).status).toBe(200);
	});

	it('counts the tokens that were issued, per client', async () => {
		const client = await simulator.control.createClient();
		await client.token('client_disbursement');
		await client.token('client_disbursement');
		expect((await client.summary()).tokensIssued).toBe(2);
	});
});

describe('bearer tokens on REST calls (spec 7)', () => {
	const path = '/disbursements/unknown';

	it.each([
		['is missing', undefined],
		['is not a bearer token', 'Basic abc'],
		['is unknown', 'Bearer unknown'],
		['is empty', 'Bearer '],
	])('answers 401 UNAUTHORIZED when the token %s', async (_name, authorization) => {
		const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
		const answer = await readAnswer(await fetch(simulator.baseUrl + path, { headers }));
		expect(answer.status).toBe(401);
		expect(answer.body).toEqual({
			title: expect.any(String),
			code: 'UNAUTHORIZED',
			detail: expect.any(String),
		});
	});

	it.each(['expireTokens', 'revokeTokens'] as const)('answers 401 after %s', async (end) => {
		const client = await simulator.control.createClient();
		const caller = await callerFor(simulator, client, 'client_disbursement');
		expect((await caller.get(path)).status).toBe(404);
		expect(await client[end]()).toEqual({ tokens: 1 });
		expect((await caller.get(path)).status).toBe(401);
	});

	it('names the missing scope with 403 FORBIDDEN', async () => {
		const client = await simulator.control.createClient();
		const caller = await callerFor(simulator, client, 'client_card');
		const answer = await caller.get(path);
		expect(answer.status).toBe(403);
		expect(answer.body).toMatchObject({
			code: 'FORBIDDEN',
			missingScopes: ['client_disbursement'],
		});
	});

	it('issues tokens for as long as the client is set to', async () => {
		const client = await simulator.control.createClient({ tokenLifetimeSeconds: 7 });
		expect((await request(form(client))).body.expires_in).toBe(7);
	});
});
