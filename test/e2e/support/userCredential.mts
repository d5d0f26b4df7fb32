import type { Credential } from '../../host/api.mts';
import type { TestClient } from '../../simulator/controlClient.mts';
import { Browser } from '../../simulator/test/browser.mts';
import type { Environment } from './environment.mts';

/** Where n8n takes back a person who has agreed; the client must allow it. */
export function callbackOf({ n8nUrl }: Pick<Environment, 'n8nUrl'>): string {
	return `${n8nUrl}/rest/oauth2-credential/callback`;
}

/** What a person is asked for when no scope is left out. */
export const ALL_SCOPES = ['accounts', 'balances', 'offline_access', 'transactions'];

/** Saves a credential "Stitch User OAuth2 API" of this client, which nobody has agreed to yet. */
export async function saveUserCredential(
	{ api, service }: Pick<Environment, 'api' | 'service'>,
	{ clientId, clientSecret }: TestClient,
	{ scopes = ALL_SCOPES, authorizationAddress = `${service.authUrl}/` } = {},
): Promise<Credential> {
	const addresses = {
		useCustomAddresses: true,
		authorizationAddress,
		graphqlUrl: service.graphqlUrl,
	};
	return await api.createCredential({
		name: `User of ${clientId}`,
		type: 'stitchUserOAuth2Api',
		data: { clientId, clientSecret, chosenScopes: scopes, ...addresses },
	});
}

/**
 * Goes where n8n's connect button leads to, decides there as a person who is new to the service
 * does, and returns n8n's page behind it. The button itself is pressed in the suite `editor`.
 */
export async function decide(
	{ api, n8nUrl, owner, service }: Environment,
	credential: Credential,
	decision: 'approve' | 'cancel',
): Promise<string> {
	const person = new Browser(service.authUrl);
	const consent = await person.go(await api.oauth2AuthorizationUrl(credential.id));
	const { url } = await person.press(consent.url, decision);
	const shown = await fetch(url, { headers: { cookie: await logInAgain(n8nUrl, owner) } });
	return await shown.text();
}

/** A credential "Stitch User OAuth2 API" that a person has agreed to. */
export async function connectedUser(
	environment: Environment,
	client: TestClient,
): Promise<Credential> {
	const credential = await saveUserCredential(environment, client);
	const shown = await decide(environment, credential, 'approve');
	if (!shown.includes('Connection successful')) throw new Error(`n8n did not connect: ${shown}`);
	return credential;
}

/** @returns the cookie of a browser in which the owner is logged in */
async function logInAgain(n8nUrl: string, owner: Environment['owner']): Promise<string> {
	const answer = await fetch(`${n8nUrl}/rest/login`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ emailOrLdapLoginId: owner.email, password: owner.password }),
	});
	return answer.headers
		.getSetCookie()
		.map((cookie) => cookie.split(';')[0])
		.join('; ');
}
