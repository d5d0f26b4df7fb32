import type { TestClient } from '../control-client.mts';
import { Browser, pkcePair, randomText } from './browser.mts';
import type { Answer } from './caller.mts';
import { readAnswer } from './caller.mts';

/** Where the authorization returns to. */
export const home = 'https://n8n.example.com/callback';
export const scope = 'openid accounts transactions balances offline_access';

/** The parameters of an authorization that is in order. */
export function authorizeQuery(
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

export const authorize = (parameters: URLSearchParams) => `/connect/authorize?${parameters}`;

/** Posts to the token endpoint as the client. */
export async function exchange(
	client: TestClient,
	changes: Record<string, string>,
): Promise<Answer> {
	const body = new URLSearchParams({
		client_id: client.clientId,
		client_secret: client.clientSecret,
		...changes,
	});
	return readAnswer(
		await fetch(`${client.control.authUrl}/connect/token`, { method: 'POST', body }),
	);
}

/** Goes through the consent page as a user would. */
export async function consent(client: TestClient, action = 'approve', changes = {}) {
	const { verifier, challenge } = pkcePair();
	const parameters = authorizeQuery(client, challenge, changes);
	const browser = new Browser(client.control.authUrl);
	const page = await browser.go(authorize(parameters));
	expect(page.page).toContain('id="approve"');
	expect(page.page).toContain('id="cancel"');
	const { url } = await browser.press(page.url, action);
	return { verifier, parameters, url };
}

/** Gets the user's tokens. */
export async function connected(client: TestClient, changes = {}) {
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
