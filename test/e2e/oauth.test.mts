import type { Browser, Page } from 'playwright-core';
import type { Credential, Execution } from '../host/api.mts';
import type { TestClient } from '../simulator/control-client.mts';
import { logIn, openBrowser } from './browser.mts';
import { openEnvironment, type Environment } from './environment.mts';
import { ALL_SCOPES, callbackOf, saveUserCredential } from './userCredential.mts';
import { chain, manualTrigger, node, outputOf, runToEnd, STITCH } from './workflows.mts';

describe('the credential "Stitch User OAuth2 API" in a real n8n', () => {
	let environment: Environment;
	let browser: Browser;
	let editor: Page;

	beforeAll(async () => {
		environment = await openEnvironment();
		browser = await openBrowser();
		editor = await logIn(browser, environment);
	}, 120_000);

	afterAll(async () => {
		await browser.close();
	});

	async function newClient(settings = {}): Promise<TestClient> {
		const redirectUris = [callbackOf(environment)];
		return await environment.control.createClient({ redirectUris, ...settings });
	}

	async function saveCredential(client: TestClient, scopes?: string[]): Promise<Credential> {
		return await saveUserCredential(environment, client, { scopes });
	}

	/**
	 * Presses the connect button in n8n's editor, and agrees on the page that opens. The service has
	 * forgotten who was there before: the users of two clients are two people.
	 */
	async function connectInEditor(credential: Credential): Promise<void> {
		await editor.context().clearCookies({ name: /^(?!n8n-)/ });
		await editor.goto(`${environment.n8nUrl}/home/credentials/${credential.id}`);
		const first = editor.getByTestId('quick-connect-button');
		const again = editor.getByTestId('oauth-switch-account-button');
		const opened = editor.waitForEvent('popup');
		await first.or(again).filter({ visible: true }).click();
		const consent = await opened;
		const closed = consent.waitForEvent('close');
		await consent.click('#approve');
		await closed;
		await editor.getByTestId('oauth-connect-success-banner').waitFor({ state: 'visible' });
	}

	/**
	 * Goes where the connect button leads to, decides there, and returns what n8n then shows. Here
	 * too nobody is known to the service.
	 */
	async function decide(credential: Credential, decision: 'approve' | 'cancel'): Promise<string> {
		const cookies = await editor.context().cookies();
		const profile = await browser.newContext();
		await profile.addCookies(cookies.filter(({ name }) => name.startsWith('n8n-')));
		const page = await profile.newPage();
		await page.goto(await environment.api.oauth2AuthorizationUrl(credential.id));
		await page.click(`#${decision}`);
		await page.waitForURL(/oauth2-credential\/callback/);
		const shown = await page.locator('body').innerText();
		await profile.close();
		return shown;
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

	it('is what the editor asks for where a user token is needed, beside Resource and Operation', async () => {
		const chosen = { resource: 'graphql', operation: 'execute', authentication: 'userToken' };
		for (const parameters of [accounts, chosen]) {
			const read = node('Read', STITCH, 1, parameters);
			const saved = { name: 'In the editor', nodes: [read], connections: {} };
			const { id } = await environment.api.createWorkflow(saved);
			await editor.goto(`${environment.n8nUrl}/workflow/${id}/${read.id}`);
			const button = editor.getByRole('button', { name: 'Connect to Stitch User' });
			await button.waitFor({ state: 'visible' });
			for (const field of ['resource', 'operation']) {
				await editor.getByTestId(`parameter-input-${field}`).waitFor({ state: 'visible' });
			}
		}
	}, 120_000);

	it('says "not connected yet" before anybody has connected it', async () => {
		const client = await newClient();
		const run = await readAccounts(await saveCredential(client));
		expect(run.data.resultData.error).toMatchObject({
			message: expect.stringContaining('not connected yet'),
			description: expect.stringContaining('press Connect'),
		});
		expect((await client.summary()).requests).toBe(0);
	});

	it('asks the person for the chosen scopes, anew and unpredictably each time', async () => {
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

	it('is connected in a browser, then reads accounts, balances and transactions', async () => {
		const client = await newClient({ transactionsPerAccount: 120 });
		const credential = await saveCredential(client);
		await connectInEditor(credential);

		const run = await readAccounts(credential);
		expect(run.data.resultData.error).toBeUndefined();
		const [account] = outputOf(run, 'Read').map(({ json }) => json);
		expect(account).toMatchObject({ id: 'account-1', currentBalance: { currency: 'ZAR' } });

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
		expect(await decide(credential, 'cancel')).toContain('Failed to connect');
		const run = await readAccounts(credential);
		expect(run.data.resultData.error?.message).toContain('not connected yet');
		expect(await tokenRequests(client)).toBe(0);
	});

	it('renews an expired token exactly once for 20 executions at the same time, time after time', async () => {
		const client = await newClient();
		const credential = await saveCredential(client);
		expect(await decide(credential, 'approve')).toContain('Connection successful');
		const saved = await environment.api.createWorkflow(workflow(credential, accounts, 3));
		// Slow enough that all executions meet the expired token, and the renewal, at once.
		await client.addFaults(
			{ kind: 'latency', ms: 300, jitterMs: 400, match: { path: '/graphql' } },
			{ kind: 'latency', ms: 500, match: { path: '/connect/token' } },
		);
		for (let round = 1; round <= 3; round++) {
			await client.expireTokens();
			const ids = await Promise.all(
				Array.from({ length: 20 }, async () => await environment.api.run(saved, 'Start')),
			);
			const runs = await Promise.all(ids.map(async (id) => await environment.api.finished(id)));
			expect(runs.map(({ status }) => status)).toEqual(Array(20).fill('success'));
			// One to connect, and one for each round.
			expect(await tokenRequests(client)).toBe(1 + round);
		}
	}, 180_000);

	it('says "connect it again" when the person has taken the consent back, and works after that', async () => {
		const client = await newClient();
		const credential = await saveCredential(client);
		expect(await decide(credential, 'approve')).toContain('Connection successful');
		await client.withdrawConsent();

		const refused = await readAccounts(credential);
		expect(refused.data.resultData.error).toMatchObject({
			message: expect.stringContaining('The connection of the credential has ended'),
			description: expect.stringContaining('connect it again'),
		});

		await connectInEditor(credential);
		const run = await readAccounts(credential);
		expect(run.data.resultData.error).toBeUndefined();
		expect(outputOf(run, 'Read')).toHaveLength(2);
	});

	it('says "connect it again" at the end of a token without Offline Access', async () => {
		const client = await newClient();
		const credential = await saveCredential(client, ['accounts', 'balances']);
		expect(await decide(credential, 'approve')).toContain('Connection successful');
		await client.expireTokens();
		const run = await readAccounts(credential);
		expect(run.data.resultData.error).toMatchObject({
			message: expect.stringContaining('has run out'),
			description: expect.stringContaining('Offline Access'),
		});
	});

	it('names the scope that the person was not asked for', async () => {
		const client = await newClient();
		const credential = await saveCredential(client, ['accounts', 'offline_access']);
		expect(await decide(credential, 'approve')).toContain('Connection successful');
		const run = await readAccounts(credential);
		expect(run.data.resultData.error).toMatchObject({
			message: expect.stringContaining('lacks the scope balances'),
			description: expect.stringContaining('connect again'),
		});
	});
});
