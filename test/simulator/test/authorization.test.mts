import type { RunningSimulator } from '../start.mts';
import { startSimulator } from '../start.mts';
import { authorize, authorizeQuery, consent, home, scope } from './authorizing.mts';
import { Browser, pkcePair } from './browser.mts';

let simulator: RunningSimulator;
beforeAll(async () => {
	simulator = await startSimulator({ seed: 23 });
});
afterAll(() => simulator.stop());

const newClient = (options = {}) =>
	simulator.control.createClient({ redirectUris: [home], ...options });

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
		const parameters = authorizeQuery(await newClient(), pkcePair().challenge, changes);
		const { url } = await new Browser(simulator.authUrl).go(authorize(parameters));
		expect(url.origin + url.pathname).toBe(home);
		expect(Object.fromEntries(url.searchParams)).toEqual({ state: parameters.get('state') });
	});

	it.each([
		['a return address that is not whitelisted', { redirect_uri: 'https://evil.example.com/' }],
		['an unknown client', { client_id: 'test-nobody' }],
		[
			'a return address that is not whitelisted, when another rule is broken, too',
			{ redirect_uri: 'https://evil.example.com/', nonce: 'short' },
		],
		['no state', { state: undefined }],
	])('never leaves for %s', async (_name, changes) => {
		const parameters = authorizeQuery(await newClient(), pkcePair().challenge, changes);
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
