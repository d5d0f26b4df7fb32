import type { TestClient } from '../control-client.mts';
import type { RunningSimulator } from '../start.mts';
import { startSimulator } from '../start.mts';
import { connected, consent, exchange, home, scope } from './authorizing.mts';
import { postGraphql } from './graphql-caller.mts';

let simulator: RunningSimulator;
beforeAll(async () => {
	simulator = await startSimulator({ seed: 8 });
});
afterAll(() => simulator.stop());

const newClient = (options = {}) =>
	simulator.control.createClient({ redirectUris: [home], ...options });

const refresh = (client: TestClient, token: unknown) =>
	exchange(client, { grant_type: 'refresh_token', refresh_token: String(token) });

const ask = (token: unknown, query: string) => postGraphql(simulator, String(token), { query });

describe('authorizing again (public documentation)', () => {
	const accounts = '{ user { bankAccounts { id } } }';
	const errorOf = ({ body }: { body: Record<string, unknown> }) =>
		(body.errors as Array<{ extensions: Record<string, string> }> | undefined)?.[0]?.extensions;

	it.each(['USER_INTERACTION_REQUIRED', 'REAUTHORIZATION_REQUIRED'] as const)(
		'is asked for with %s and an address, until somebody opens that address',
		async (userInteraction) => {
			const client = await newClient({ userInteraction });
			const token = (await connected(client)).answer.body.access_token;
			const refused = errorOf(await ask(token, accounts));
			expect(refused).toEqual({
				code: userInteraction,
				userInteractionUrl: expect.stringMatching(/^http.*\/reauthorize\//),
			});
			const address = new URL(refused?.userInteractionUrl ?? '');
			const open = (target?: string) => {
				if (target !== undefined) address.searchParams.set('redirect_uri', target);
				return fetch(address, { redirect: 'manual' });
			};
			expect((await open()).status).toBe(400);
			expect((await open('https://elsewhere.example.com/')).status).toBe(400);
			expect(errorOf(await ask(token, accounts))).toBeDefined();
			expect((await open(home)).headers.get('location')).toBe(home);
			expect(errorOf(await ask(token, accounts))).toBeUndefined();
		},
	);
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
		['no verifier', { code_verifier: '' }, 'invalid_grant'],
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
