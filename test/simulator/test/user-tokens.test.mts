import type { TestClient } from '../control-client.mts';
import type { RunningSimulator } from '../start.mts';
import { startSimulator } from '../start.mts';
import { Browser, pkcePair, randomText } from './browser.mts';
import type { Answer } from './caller.mts';
import { readAnswer } from './caller.mts';

// Starting a process can take long on a busy machine.
jest.setTimeout(30_000);

let simulator: RunningSimulator;
beforeAll(async () => {
	simulator = await startSimulator({ seed: 8 });
});
afterAll(() => simulator.stop());

const home = 'https://n8n.example.com/callback';
const scope = 'openid accounts transactions balances offline_access';

const newClient = (options = {}) =>
	simulator.control.createClient({ redirectUris: [home], ...options });

function query(
	client: TestClient,
	challenge: string,
	changes: Record<string, string | undefined> = {},
) {
	const fields = {
		client_id: client.clientId,
		scope,
		response_type: 'code',
		redirect_uri: home,
		nonce: randomText(),
		state: randomText(),
		code_challenge: challenge,
		code_challenge_method: 'S256',
		...changes,
	};
	const given = Object.entries(fields).filter(([, value]) => value !== undefined);
	return new URLSearchParams(given as Array<[string, string]>);
}

const authorize = (parameters: URLSearchParams) => `/connect/authorize?${parameters}`;

async function exchange(client: TestClient, changes: Record<string, string>): Promise<Answer> {
	const body = new URLSearchParams({
		client_id: client.clientId,
		client_secret: client.clientSecret,
		...changes,
	});
	return readAnswer(await fetch(`${simulator.authUrl}/connect/token`, { method: 'POST', body }));
}

/** Goes through the consent page as a user would. */
async function consent(client: TestClient, action = 'approve', changes = {}) {
	const { verifier, challenge } = pkcePair();
	const parameters = query(client, challenge, changes);
	const browser = new Browser(simulator.authUrl);
	const page = await browser.go(authorize(parameters));
	expect(page.page).toContain('id="approve"');
	expect(page.page).toContain('id="cancel"');
	const { url } = await browser.press(page.url, action);
	return { verifier, parameters, url };
}

async function connected(client: TestClient, changes = {}) {
	const { verifier, parameters, url } = await consent(client, 'approve', changes);
	const code = url.searchParams.get('code') ?? '';
	const fields = {
		grant_type: 'authorization_code',
		code,
		redirect_uri: home,
		code_verifier: verifier,
	};
	return { fields, parameters, answer: await exchange(client, fields) };
}

const refresh = (client: TestClient, token: unknown) =>
	exchange(client, { grant_type: 'refresh_token', refresh_token: String(token) });

async function ask(token: unknown, text: string): Promise<Answer> {
	return readAnswer(
		await fetch(`${simulator.graphqlUrl}/graphql`, {
			method: 'POST',
			headers: { authorization: `Bearer ${String(token)}`, 'content-type': 'application/json' },
			body: JSON.stringify({ query: text }),
		}),
	);
}

describe('authorization (spec 5.3, step 1)', () => {
	it('returns code, scope, state and session_state after the user agreed', async () => {
		const { parameters, url } = await consent(await newClient());
		expect(url.origin + url.pathname).toBe(home);
		expect([...url.searchParams.keys()].sort()).toEqual([
			'code',
			'scope',
			'session_state',
			'state',
		]);
		expect(url.searchParams.get('state')).toBe(parameters.get('state'));
		expect(url.searchParams.get('scope')).toBe(scope);
	});

	it('returns only state when the user cancels', async () => {
		const { parameters, url } = await consent(await newClient(), 'cancel');
		expect(Object.fromEntries(url.searchParams)).toEqual({ state: parameters.get('state') });
	});

	it.each([
		['a nonce of 31 characters', { nonce: 'x'.repeat(31) }],
		['a nonce of 301 characters', { nonce: 'x'.repeat(301) }],
		['no nonce', { nonce: undefined }],
		['a state of 31 characters', { state: 'x'.repeat(31) }],
		['a state of 301 characters', { state: 'x'.repeat(301) }],
		['another response type', { response_type: 'token' }],
		['no challenge', { code_challenge: undefined }],
		['the challenge method plain', { code_challenge_method: 'plain' }],
		['the challenge method in small letters', { code_challenge_method: 's256' }],
		['a scope without openid', { scope: 'accounts' }],
		['no scope', { scope: undefined }],
		['a scope that is not granted', { scope: 'openid everything' }],
	])('refuses %s: only state is returned', async (_name, changes) => {
		const parameters = query(await newClient(), pkcePair().challenge, changes);
		const { url } = await new Browser(simulator.authUrl).go(authorize(parameters));
		expect(url.origin + url.pathname).toBe(home);
		expect(Object.fromEntries(url.searchParams)).toEqual({ state: parameters.get('state') });
	});

	it.each([
		['a return address that is not whitelisted', { redirect_uri: 'https://evil.example.com/' }],
		['an unknown client', { client_id: 'test-nobody' }],
		['no state', { state: undefined }],
	])('never leaves for %s', async (_name, changes) => {
		const parameters = query(await newClient(), pkcePair().challenge, changes);
		const result = await new Browser(simulator.authUrl).go(authorize(parameters));
		expect(result.url.origin).toBe(simulator.authUrl);
		expect(result.status).toBe(400);
	});

	it.each([32, 300])('takes a nonce and a state of %d characters', async (length) => {
		const changes = { nonce: 'n'.repeat(length), state: 's'.repeat(length) };
		const { url } = await consent(await newClient(), 'approve', changes);
		expect(url.searchParams.get('code')).toBeTruthy();
	});
});

describe('tokens (spec 5.3, step 2)', () => {
	it('exchanges the code for a Bearer token of 15 minutes with id and refresh token', async () => {
		const { answer, parameters } = await connected(await newClient());
		expect(answer.status).toBe(200);
		expect(answer.body).toEqual({
			access_token: expect.any(String),
			expires_in: 900,
			id_token: expect.any(String),
			refresh_token: expect.any(String),
			scope,
			token_type: 'Bearer',
		});
		const [, claims = ''] = String(answer.body.id_token).split('.');
		const { nonce } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { nonce: string };
		expect(nonce).toBe(parameters.get('nonce'));
	});

	it('gives no refresh token without offline_access', async () => {
		const { answer } = await connected(await newClient(), { scope: 'openid accounts' });
		expect(answer.body).not.toHaveProperty('refresh_token');
		expect(answer.body.scope).toBe('openid accounts');
	});

	it('takes a code only once', async () => {
		const client = await newClient();
		const { fields } = await connected(client);
		expect(await exchange(client, fields)).toMatchObject({
			status: 400,
			body: { error: 'invalid_grant' },
		});
	});

	it.each([
		['another verifier', { code_verifier: 'x'.repeat(43) }, 'invalid_grant'],
		['another return address', { redirect_uri: 'https://n8n.example.com/other' }, 'invalid_grant'],
		['a wrong secret', { client_secret: 'wrong' }, 'invalid_client'],
	])('refuses a code with %s', async (_name, changes, error) => {
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

describe('refresh (spec 5.4)', () => {
	it('gives a new access token and a new refresh token of the same shape', async () => {
		const client = await newClient();
		const { answer } = await connected(client);
		const refreshed = await refresh(client, answer.body.refresh_token);
		expect(refreshed.status).toBe(200);
		expect(Object.keys(refreshed.body).sort()).toEqual(Object.keys(answer.body).sort());
		expect(refreshed.body.access_token).not.toBe(answer.body.access_token);
		expect(refreshed.body.refresh_token).not.toBe(answer.body.refresh_token);
	});

	it('takes a refresh token only once', async () => {
		const client = await newClient();
		const { answer } = await connected(client);
		expect((await refresh(client, answer.body.refresh_token)).status).toBe(200);
		const again = await refresh(client, answer.body.refresh_token);
		expect(again).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
	});

	it('ends when the user takes back what they have allowed', async () => {
		const client = await newClient();
		const { answer } = await connected(client);
		expect(await client.withdrawConsent()).toEqual({ consents: 1 });
		const refused = await refresh(client, answer.body.refresh_token);
		expect(refused).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
		const { body } = await ask(answer.body.access_token, '{ user { id } }');
		expect(body).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
		expect((await connected(client)).answer.status).toBe(200);
	});

	it('answers invalid_grant for a malformed refresh token', async () => {
		const answer = await refresh(await newClient(), 'malformed');
		expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
	});
});

describe('user tokens in use', () => {
	it('open the accounts and transactions of the user', async () => {
		const { answer } = await connected(await newClient({ transactionsPerAccount: 3 }));
		const result = await ask(
			answer.body.access_token,
			'{ user { bankAccounts { id currentBalance transactions(first: 2) { edges { node { id amount } } pageInfo { hasNextPage } } } } }',
		);
		expect(result.body).not.toHaveProperty('errors');
		expect(result.body.data).toMatchObject({
			user: {
				bankAccounts: [
					{
						id: 'account-1',
						currentBalance: { currency: 'ZAR' },
						transactions: { edges: [{}, {}], pageInfo: { hasNextPage: true } },
					},
					{ id: 'account-2' },
				],
			},
		});
	});

	it('need the scope of each field', async () => {
		const { answer } = await connected(await newClient(), { scope: 'openid accounts' });
		const result = await ask(
			answer.body.access_token,
			'{ user { bankAccounts { currentBalance } } }',
		);
		expect(result.status).toBe(200);
		expect(result.body.errors).toMatchObject([
			{ extensions: { code: 'FORBIDDEN', missingScopes: ['balances'] } },
			{ extensions: { code: 'FORBIDDEN' } },
		]);
	});

	it('are UNAUTHENTICATED in GraphQL once they have expired, and 401 in REST', async () => {
		const client = await newClient();
		const { answer } = await connected(client);
		await client.expireTokens();
		const result = await ask(answer.body.access_token, '{ user { id } }');
		expect(result).toMatchObject({
			status: 200,
			body: { errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] },
		});
		const response = await fetch(`${simulator.baseUrl}/cards?payerId=p`, {
			headers: { authorization: `Bearer ${String(answer.body.access_token)}` },
		});
		expect(response.status).toBe(401);
	});

	it('last as long as the client is set to', async () => {
		const { answer } = await connected(await newClient({ userTokenLifetimeSeconds: 5 }));
		expect(answer.body.expires_in).toBe(5);
	});

	it('do not open what belongs to the client', async () => {
		const { answer } = await connected(await newClient());
		const result = await ask(answer.body.access_token, '{ client { id } }');
		expect(result.body.errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
	});
});
