import type { ICredentialDataDecryptedObject, IHttpRequestHelper } from 'n8n-workflow';

import {
	productionAddresses,
	readAddresses,
	type Addresses,
} from '../../nodes/Stitch/transport/addresses';
import { clientKind } from '../../nodes/Stitch/transport/client';
import { fetchClientToken, isTokenFailure } from '../../nodes/Stitch/transport/clientToken';
import { clientScopes } from '../../nodes/Stitch/transport/scopes';

/** As n8n stores the credential of the nodes. */
export type Credential = ICredentialDataDecryptedObject & Addresses;

/** Why nothing was sent: what the environment says has to be changed first. */
export class WrongEnvironment extends Error {}

const howToCall = `Take the ID and the secret of a TEST client from the Stitch dashboard, type the first line,
paste the secret and press Enter (it is not shown), and type the second:

  read -rs STITCH_CLIENT_SECRET && export STITCH_CLIENT_SECRET
  STITCH_CLIENT_ID=test-… npm run live

More is tried with what belongs to that client, each of them optional:
STITCH_TERMINAL_ID (a session of R1 is started on it), STITCH_PAID_SESSION_ID (R0.40 of a
terminal session that a customer has paid is given back), STITCH_MERCHANT_ID (gets R0.40 of a link).

Addresses different from Stitch's own, such as those of "npm run simulator", go into
STITCH_BASE_URL (REST), STITCH_AUTH_URL (authorization) and STITCH_GRAPHQL_URL.`;

/**
 * The client to try everything with.
 * @throws {WrongEnvironment} without one, for a live client, and for addresses that are not safe
 */
export function readClient(env: NodeJS.ProcessEnv): Credential {
	const clientId = (env.STITCH_CLIENT_ID ?? '').trim();
	const clientSecret = (env.STITCH_CLIENT_SECRET ?? '').trim();
	if (clientId === '' || clientSecret === '') {
		const missing = clientId === '' ? 'STITCH_CLIENT_ID' : 'STITCH_CLIENT_SECRET';
		throw new WrongEnvironment(`${missing} is not set, so nothing was sent.\n\n${howToCall}`);
	}
	if (clientKind(clientId) === 'live') {
		throw new WrongEnvironment(
			`STITCH_CLIENT_ID is that of a live client: the ID of a test client starts with "test-". This command creates payments, so nothing was sent.\n\n${howToCall}`,
		);
	}
	const { addresses, mistakes } = readAddresses({
		useCustomAddresses: true,
		baseUrl: env.STITCH_BASE_URL ?? productionAddresses.baseUrl,
		authUrl: env.STITCH_AUTH_URL,
		graphqlUrl: env.STITCH_GRAPHQL_URL,
	});
	const [mistake] = mistakes;
	if (mistake) throw new WrongEnvironment(`${mistake.label} ${mistake.why}.\n\n${howToCall}`);
	return { clientId, clientSecret, accessToken: '', useCustomAddresses: true, ...addresses };
}

/** What some clients have, and others lack; undefined where nobody has named one. */
export interface Belongings {
	terminalId: string | undefined;
	/** A terminal session that a customer has paid. */
	paidSessionId: string | undefined;
	/** A merchant that Stitch has registered for the client. */
	merchantId: string | undefined;
}

export function readBelongings(env: NodeJS.ProcessEnv): Belongings {
	const named = (name: string) => env[name]?.trim() || undefined;
	return {
		terminalId: named('STITCH_TERMINAL_ID'),
		paidSessionId: named('STITCH_PAID_SESSION_ID'),
		merchantId: named('STITCH_MERCHANT_ID'),
	};
}

/**
 * The scopes that the client was granted. One that was not fails a whole request for a token, so
 * they are asked for one by one where all at once are refused.
 * @throws {TokenFailure} when there is no token for another reason
 */
export async function grantedScopes(credential: Credential): Promise<string[]> {
	const all = clientScopes.map(({ value }) => value);
	if (await isGranted(credential, all)) return all;
	const granted: string[] = [];
	for (const scope of all) if (await isGranted(credential, [scope])) granted.push(scope);
	return granted;
}

async function isGranted(credential: Credential, chosenScopes: string[]): Promise<boolean> {
	try {
		await fetchClientToken(helpers, { ...credential, chosenScopes });
		return true;
	} catch (cause) {
		if (isTokenFailure(cause) && cause.message.includes('not granted')) return false;
		throw cause;
	}
}

/** n8n's helper, as far as a request for a token needs it. */
export const helpers = {
	helpers: {
		async httpRequest({ url, body, headers, timeout = 30_000 }) {
			const answer = await fetch(url, {
				method: 'POST',
				body: body as URLSearchParams,
				headers: headers as Record<string, string>,
				redirect: 'manual',
				signal: AbortSignal.timeout(timeout),
			});
			const text = await answer.text();
			return { statusCode: answer.status, body: asJson(text) };
		},
	},
} as IHttpRequestHelper;

function asJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
