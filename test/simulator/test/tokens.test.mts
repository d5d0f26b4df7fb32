import type { TestClient } from '../control-client.mts';
import type { RunningSimulator } from '../start.mts';
import { startSimulator } from '../start.mts';
import { authorize, authorizeQuery, connected, consent, exchange, home } from './authorizing.mts';
import { Browser, pkcePair } from './browser.mts';
import { callerFor, codeIn, readAnswer } from './caller.mts';
import { postGraphql } from './graphql-caller.mts';

let simulator: RunningSimulator;
beforeAll(async () => {
	simulator = await startSimulator({ seed: 1 });
});
afterAll(() => simulator.stop());

const newClient = (options = {}) =>
	simulator.control.createClient({ redirectUris: [home], ...options });

describe('a client token (spec 5.2)', () => {
	const tokenUrl = () => `${simulator.authUrl}/connect/token`;
	async function request(client: TestClient, changes: object = {}, headers = {}) {
		const fields = {
			grant_type: 'client_credentials',
			client_id: client.clientId,
			client_secret: client.clientSecret,
			scope: 'client_disbursement',
			audience: tokenUrl(),
			...changes,
		};
		const given = Object.entries(fields).filter(([, value]) => value !== undefined);
		const body = new URLSearchParams(given as Array<[string, string]>);
		return readAnswer(await fetch(tokenUrl(), { method: 'POST', body, headers }));
	}

	it.each([
		['no scope', { scope: undefined }, 'invalid_scope'],
		['an unknown scope among known ones', { scope: 'client_card everything' }, 'invalid_scope'],
		['a wrong secret', { client_secret: 'wrong' }, 'invalid_client'],
		['no secret', { client_secret: undefined }, 'invalid_client'],
		['an unknown client', { client_id: 'test-nobody' }, 'invalid_client'],
		['no audience', { audience: undefined }, 'invalid_request'],
		['another audience', { audience: 'http://127.0.0.1/other' }, 'invalid_request'],
		['an unknown grant type', { grant_type: 'password' }, 'unsupported_grant_type'],
	])('is refused for %s with status 400 and an OAuth-shaped body', async (_name, wrong, error) => {
		const answer = await request(await newClient(), wrong);
		expect(answer).toMatchObject({ status: 400, body: { error } });
		expect(answer.body).not.toHaveProperty('code');
	});

	it('is refused whole when one scope is not granted', async () => {
		const client = await newClient({ scopes: ['client_disbursement'] });
		const answer = await request(client, { scope: 'client_disbursement client_card' });
		expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_scope' } });
	});

	it('is refused for a secret in the header: it belongs in the body', async () => {
		const client = await newClient();
		const pair = Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64');
		const without = { client_id: undefined, client_secret: undefined };
		const answer = await request(client, without, { authorization: `Basic ${pair}` });
		expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_client' } });
	});

	it('is refused for the old secret once there is a new one', async () => {
		const client = await newClient();
		const old = client.clientSecret;
		await client.rotateSecret();
		expect((await request(client, { client_secret: old })).status).toBe(400);
		expect((await request(client)).status).toBe(200);
	});

	it('lives as long as the client is set to, and is counted', async () => {
		const client = await newClient({ tokenLifetimeSeconds: 7 });
		expect((await request(client)).body.expires_in).toBe(7);
		expect((await client.summary()).tokensIssued).toBe(1);
	});

	it.each(['expireTokens', 'revokeTokens'] as const)('opens nothing after %s', async (end) => {
		const client = await newClient();
		const caller = await callerFor(simulator, client, 'client_disbursement');
		expect((await caller.get('/disbursements/unknown')).status).toBe(404);
		expect(await client[end]()).toEqual({ tokens: 1 });
		const answer = await caller.get('/disbursements/unknown');
		expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
	});
});

describe('an authorization (spec 5.3)', () => {
	it.each([
		['a nonce of 31 characters', { nonce: 'x'.repeat(31) }],
		['a nonce of 301 characters', { nonce: 'x'.repeat(301) }],
		['a state of 31 characters', { state: 'x'.repeat(31) }],
		['a state of 301 characters', { state: 'x'.repeat(301) }],
		['another response type', { response_type: 'token' }],
		['no challenge', { code_challenge: undefined }],
		['the challenge method plain', { code_challenge_method: 'plain' }],
		['the challenge method in small letters', { code_challenge_method: 's256' }],
		['a scope without openid', { scope: 'accounts' }],
		['a scope that is not granted', { scope: 'openid everything' }],
	])('is refused for %s: only state is returned', async (_name, changes) => {
		const parameters = authorizeQuery(await newClient(), pkcePair().challenge, changes);
		const { url } = await new Browser(simulator.authUrl).go(authorize(parameters));
		expect(url.origin + url.pathname).toBe(home);
		expect(Object.fromEntries(url.searchParams)).toEqual({ state: parameters.get('state') });
	});

	it.each([
		['a return address that is not whitelisted', { redirect_uri: 'https://evil.example.com/' }],
		['an unknown client', { client_id: 'test-nobody' }],
		['no state', { state: undefined }],
	])('never leaves for %s', async (_name, changes) => {
		const parameters = authorizeQuery(await newClient(), pkcePair().challenge, changes);
		const result = await new Browser(simulator.authUrl).go(authorize(parameters));
		expect([result.url.origin, result.status]).toEqual([simulator.authUrl, 400]);
	});

	it('gives a code that is taken once', async () => {
		const client = await newClient();
		const { fields, answer } = await connected(client);
		expect(answer.status).toBe(200);
		const again = await exchange(client, fields);
		expect(again).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
	});

	it.each([
		['another verifier', { code_verifier: 'x'.repeat(43) }, 'invalid_grant'],
		['no verifier', { code_verifier: '' }, 'invalid_grant'],
		['another return address', { redirect_uri: 'https://n8n.example.com/other' }, 'invalid_grant'],
		['a wrong secret', { client_secret: 'wrong' }, 'invalid_client'],
	])('gives a code that is refused with %s', async (_name, changes, error) => {
		const client = await newClient();
		const { verifier, url } = await consent(client);
		const answer = await exchange(client, {
			grant_type: 'authorization_code',
			code: url.searchParams.get('code') ?? '',
			redirect_uri: home,
			code_verifier: verifier,
			...changes,
		});
		expect(answer).toMatchObject({ status: 400, body: { error } });
	});
});

describe('a user token (spec 5.4)', () => {
	const accounts = '{ user { bankAccounts { id } } }';
	const ask = (token: unknown, query: string) => postGraphql(simulator, String(token), { query });
	const refresh = (client: TestClient, token: unknown) =>
		exchange(client, { grant_type: 'refresh_token', refresh_token: String(token) });
	const invalid = { status: 400, body: { error: 'invalid_grant' } };

	it('is renewed with a refresh token, which is taken once', async () => {
		const client = await newClient({ userTokenLifetimeSeconds: 5 });
		const { body } = (await connected(client)).answer;
		expect(body.expires_in).toBe(5);
		expect((await refresh(client, body.refresh_token)).status).toBe(200);
		expect(await refresh(client, body.refresh_token)).toMatchObject(invalid);
	});

	it('has no refresh token without offline_access', async () => {
		const { answer } = await connected(await newClient(), { scope: 'openid accounts' });
		expect(answer.body).not.toHaveProperty('refresh_token');
	});

	it('ends, and its refresh token too, when the user takes back what they have allowed', async () => {
		const client = await newClient();
		const { body } = (await connected(client)).answer;
		expect(await client.withdrawConsent()).toEqual({ consents: 1 });
		expect(await refresh(client, body.refresh_token)).toMatchObject(invalid);
		expect(codeIn(await ask(body.access_token, '{ user { id } }'))).toBe('UNAUTHENTICATED');
	});

	it('opens what it was allowed to, and nothing of the client', async () => {
		const { answer } = await connected(await newClient(), { scope: 'openid accounts' });
		const token = answer.body.access_token;
		const balances = '{ user { bankAccounts { currentBalance } } }';
		expect(codeIn(await ask(token, accounts))).toBeUndefined();
		expect(codeIn(await ask(token, balances))).toBe('FORBIDDEN');
		expect(codeIn(await ask(token, '{ client { id } }'))).toBe('FORBIDDEN');
	});

	it.each(['USER_INTERACTION_REQUIRED', 'REAUTHORIZATION_REQUIRED'] as const)(
		'opens no accounts while %s is asked for, until somebody opens the address',
		async (userInteraction) => {
			const { answer } = await connected(await newClient({ userInteraction }));
			const token = answer.body.access_token;
			const { body } = await ask(token, accounts);
			const [error] = body.errors as Array<{ extensions: Record<string, string> }>;
			expect(error?.extensions.code).toBe(userInteraction);
			const open = async (redirect: string) => {
				const target = new URL(error?.extensions.userInteractionUrl ?? '');
				target.searchParams.set('redirect_uri', redirect);
				return (await fetch(target, { redirect: 'manual' })).headers.get('location');
			};
			expect(await open('https://elsewhere.example.com/')).toBeNull();
			expect(codeIn(await ask(token, accounts))).toBe(userInteraction);
			expect(await open(home)).toBe(home);
			expect(codeIn(await ask(token, accounts))).toBeUndefined();
		},
	);
});
