import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import type { TestClient } from '../simulator/controlClient.mts';
import type { RunningSimulator } from '../simulator/start.mts';
import { Browser, pkcePair, randomText } from '../simulator/test/browser.mts';

/** Where the service sends the person back to; nothing listens there. */
export const callback = 'https://n8n.example.com/rest/oauth2-credential/callback';

const allScopes = ['openid', 'accounts', 'balances', 'offline_access', 'transactions'];

/** A user credential as n8n holds it once a person has agreed; the client allows `callback`. */
export async function connectedCredential(
	{ authUrl, graphqlUrl }: RunningSimulator,
	client: TestClient,
	scopes = allScopes,
): Promise<ICredentialDataDecryptedObject> {
	const { clientId, clientSecret } = client;
	const { verifier, challenge } = pkcePair();
	const query = new URLSearchParams({
		client_id: clientId,
		scope: scopes.join(' '),
		response_type: 'code',
		redirect_uri: callback,
		nonce: randomText(),
		state: randomText(),
		code_challenge: challenge,
		code_challenge_method: 'S256',
	});
	const browser = new Browser(authUrl);
	const consent = await browser.go(`/connect/authorize?${query}`);
	const { url } = await browser.press(consent.url, 'approve');
	const answer = await fetch(`${authUrl}/connect/token`, {
		method: 'POST',
		body: new URLSearchParams({
			grant_type: 'authorization_code',
			client_id: clientId,
			client_secret: clientSecret,
			code: url.searchParams.get('code') ?? '',
			redirect_uri: callback,
			code_verifier: verifier,
		}),
	});
	return {
		grantType: 'pkce',
		authentication: 'body',
		clientId,
		clientSecret,
		scope: scopes.join(' '),
		accessTokenUrl: `${authUrl}/connect/token`,
		useCustomAddresses: true,
		graphqlUrl,
		oauthTokenData: (await answer.json()) as Record<string, string>,
	};
}
