import type { Credential, Execution } from '../host/api.mts';
import type { TestClient } from '../simulator/controlClient.mts';
import { THOROUGH } from '../setup/thorough.mts';
import { openEnvironment, type Environment } from './support/environment.mts';
import {
	ALL_SCOPES,
	callbackOf,
	connectedUser,
	decide,
	saveUserCredential,
} from './support/userCredential.mts';
import {
	chain,
	expectSuccess,
	manualTrigger,
	node,
	outputOf,
	runToEnd,
	STITCH,
} from './support/workflows.mts';

describe('the credential "Stitch User OAuth2 API" in a real n8n', () => {
	let environment: Environment;

	beforeAll(async () => {
		environment = await openEnvironment();
	});

	async function newClient(settings = {}): Promise<TestClient> {
		const redirectUris = [callbackOf(environment)];
		return await environment.control.createClient({ redirectUris, ...settings });
	}

	async function saveCredential(client: TestClient): Promise<Credential> {
		return await saveUserCredential(environment, client);
	}

	function workflow(credential: Credential, operation: Record<string, unknown>, count = 1) {
		const credentials = { stitchUserOAuth2Api: { id: credential.id, name: credential.name } };
		const read = { ...node('Read', STITCH, 1, operation), credentials };
		const rows = Array.from({ length: count }, (_, row) => ({ row }));
		return chain(`Read with ${credential.name}`, [manualTrigger(), read], rows);
	}

	const accounts = { resource: 'bankAccount', operation: 'getAll' };

	async function readAccounts(credential: Credential, count = 1): Promise<Execution> {
		return await runToEnd(environment.api, workflow(credential, accounts, count));
	}

	const tokenRequests = async (client: TestClient) =>
		(await client.summary()).routes['POST /connect/token'] ?? 0;

	it('says "not connected yet" before it is connected', async () => {
		const client = await newClient();
		const run = await readAccounts(await saveCredential(client));
		expect(run.data.resultData.error).toMatchObject({
			message: expect.stringContaining('not connected yet'),
			description: expect.stringContaining('press Connect'),
		});
		expect((await client.summary()).requests).toBe(0);
	});

	it('asks the person for the chosen scopes, with a new and unpredictable state each time', async () => {
		const credential = await saveCredential(await newClient());
		const addresses = [
			await environment.api.oauth2AuthorizationUrl(credential.id),
			await environment.api.oauth2AuthorizationUrl(credential.id),
		].map((address) => new URL(address).searchParams);
		for (const query of addresses) {
			expect(query.get('nonce')).toMatch(/^[0-9a-f]{64}$/);
			expect(query.get('state')?.length).toBeGreaterThanOrEqual(32);
			expect(query.get('state')?.length).toBeLessThanOrEqual(300);
			expect(query.get('scope')).toBe(`openid ${ALL_SCOPES.join(' ')}`);
			expect(query.get('code_challenge_method')).toBe('S256');
			expect(query.get('response_type')).toBe('code');
		}
		for (const name of ['nonce', 'state', 'code_challenge']) {
			expect(addresses[0]?.get(name)).not.toBe(addresses[1]?.get(name));
		}
	});

	it('does not send the client secret to an address without https', async () => {
		const credential = await saveUserCredential(environment, await newClient(), {
			authorizationAddress: 'http://stitch.example.com',
		});
		await expect(environment.api.oauth2AuthorizationUrl(credential.id)).rejects.toThrow(
			'Invalid URL',
		);
	});

	it('reads accounts, balances and transactions once a person has agreed', async () => {
		const client = await newClient({ transactionsPerAccount: 120 });
		const credential = await connectedUser(environment, client);
		const run = await readAccounts(credential);
		expectSuccess(run);
		const [account] = outputOf(run, 'Read').map(({ json }) => json);
		expect(account).toMatchObject({ id: 'account-1', currency: 'ZAR' });

		const listed = await runToEnd(
			environment.api,
			workflow(credential, {
				resource: 'transaction',
				operation: 'getAll',
				bankAccountId: account?.id,
				returnAll: true,
			}),
		);
		expect(outputOf(listed, 'Read')).toHaveLength(120);
		expect(await tokenRequests(client)).toBe(1);
	});

	it('does nothing when the person cancels', async () => {
		const client = await newClient();
		const credential = await saveCredential(client);
		expect(await decide(environment, credential, 'cancel')).toContain('Failed to connect');
		const run = await readAccounts(credential);
		expect(run.data.resultData.error?.message).toContain('not connected yet');
		expect(await tokenRequests(client)).toBe(0);
	});

	it('renews an expired token exactly once for ten executions at the same time', async () => {
		const client = await newClient();
		const credential = await connectedUser(environment, client);
		const saved = await environment.api.createWorkflow(workflow(credential, accounts, 3));
		// Slow enough that all executions meet the expired token, and the renewal, at once.
		await client.addFaults(
			{ kind: 'latency', ms: 300, jitterMs: 400, match: { path: '/graphql' } },
			{ kind: 'latency', ms: 500, match: { path: '/connect/token' } },
		);
		for (let round = 1; round <= (THOROUGH ? 3 : 1); round++) {
			await client.expireTokens();
			const ids = await Promise.all(
				Array.from({ length: 10 }, async () => await environment.api.run(saved, 'Start')),
			);
			const runs = await Promise.all(ids.map(async (id) => await environment.api.finished(id)));
			expect(runs.map(({ status }) => status)).toEqual(Array(10).fill('success'));
			// One to connect, and one for each round.
			expect(await tokenRequests(client)).toBe(1 + round);
		}
	});

	it('says "connect it again" when the person has taken the consent back, and works after that', async () => {
		const client = await newClient();
		const credential = await connectedUser(environment, client);
		await client.withdrawConsent();

		const refused = await readAccounts(credential);
		expect(refused.data.resultData.error).toMatchObject({
			message: expect.stringContaining('The credential is no longer connected'),
			description: expect.stringContaining('connect it again'),
		});

		await decide(environment, credential, 'approve');
		const run = await readAccounts(credential);
		expectSuccess(run);
		expect(outputOf(run, 'Read')).toHaveLength(2);
	});
});
