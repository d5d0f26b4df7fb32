import { createHash } from 'crypto';
import type { ICredentialDataDecryptedObject, IDataObject, IHttpRequestHelper } from 'n8n-workflow';

import { readAddresses } from './addresses';
import { clientOf, secretOf } from './client';
import { realClock } from './clock';
import { blockedByN8n, causesOf } from './failure';
import { asFields, partsOf } from './json';
import { isBlockedByN8n, wantedTokenRequests, type TokenRequests } from './n8nInternals';
import { quoted } from './wording';
import { scopeInWords, otherScopes } from './scopes';

/**
 * No client token could be obtained, so nothing else was sent. n8n shows `message` when it tests the
 * credential. There is no `code`, `status` or `response`, because n8n would show those instead.
 */
export class TokenFailure extends Error {
	override readonly name = 'StitchTokenFailure';

	constructor(
		message: string,
		/** Whether the same request may succeed later although nothing is changed. */
		readonly temporary = false,
	) {
		super(message);
	}
}

/** By name, because n8n may load credentials and nodes separately, each with its own class. */
export function isTokenFailure(cause: unknown): cause is TokenFailure {
	return cause instanceof Error && cause.name === 'StitchTokenFailure';
}

const checkWay = "Check the network and, if you use custom addresses, 'Authorization Address'.";

/** Unless a run says otherwise, for example when n8n tests a credential. */
const withoutRun: TokenRequests = { timeoutMs: 30_000 };

/**
 * Asks the authorization server for a client token (spec 5.2; the request itself is from the public
 * documentation: form-encoded client credentials with `scope` and `audience`).
 * @returns what n8n stores with the credential: the token with the credential's fingerprint
 * @throws {TokenFailure} one clear sentence for each way in which this can go wrong
 */
export async function fetchClientToken(
	{ helpers }: IHttpRequestHelper,
	credential: ICredentialDataDecryptedObject,
): Promise<{ accessToken: string }> {
	const { addresses, mistakes } = readAddresses(credential);
	if (mistakes.length > 0) {
		throw new TokenFailure(
			`${mistakes.map(({ label, why }) => `${quoted(label)} ${why}`).join('. ')}.`,
		);
	}
	const tokenUrl = `${addresses.authUrl}/connect/token`;
	const scopes = scopesOf(credential);
	if (!scopes.every((scope) => isScope.test(scope))) {
		throw new TokenFailure(
			"'Additional Scopes' has a character that no scope can have, such as a quotation mark. Enter the names of the scopes alone, separated by spaces.",
		);
	}
	if (scopes.length === 0) {
		throw new TokenFailure(
			"No scope is chosen in the credential. Under 'Scopes', choose what it may do, from those that the Stitch dashboard lists for this client.",
		);
	}
	const form = new URLSearchParams({
		grant_type: 'client_credentials',
		client_id: clientOf(credential),
		client_secret: secretOf(credential),
		scope: scopes.join(' '),
		audience: tokenUrl,
	});
	const { timeoutMs, onToken } = wantedTokenRequests(credential) ?? withoutRun;
	const answer = await post(helpers.httpRequest, tokenUrl, form, timeoutMs);
	const { host } = new URL(tokenUrl);
	if (answer === undefined) {
		throw new TokenFailure(`No connection to ${host}. ${checkWay}`, true);
	}
	if ('kind' in answer) throw new TokenFailure(`${answer.sentence}. ${answer.advice}`);
	const accessToken = `${credentialFingerprint(credential)} ${readToken(answer, host, scopes)}`;
	onToken?.(accessToken);
	return { accessToken };
}

/**
 * The token that n8n stores with the credential; undefined if there is none, or if the credential was
 * changed since then. n8n keeps it even then, and payments would be sent as the previous client.
 */
export function keptToken(credential: ICredentialDataDecryptedObject): string | undefined {
	const [mark, token] = String(credential.accessToken).split(' ');
	return mark === credentialFingerprint(credential) ? token : undefined;
}

/** The credential's fingerprint: the same only for credentials that would get the same token. */
function credentialFingerprint(credential: ICredentialDataDecryptedObject): string {
	const { clientId, clientSecret, chosenScopes, additionalScopes } = credential;
	const { useCustomAddresses, baseUrl, authUrl, graphqlUrl } = credential;
	const content = [clientId, clientSecret, chosenScopes, additionalScopes, useCustomAddresses];
	return createHash('sha256')
		.update(JSON.stringify([...content, baseUrl, authUrl, graphqlUrl]))
		.digest('hex');
}

/** The signs that a scope can have (RFC 6749, 3.3). */
const isScope = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

/** The scopes to ask for, each once: the chosen ones, and the additional ones under Other. */
function scopesOf({ chosenScopes, additionalScopes }: ICredentialDataDecryptedObject): string[] {
	const chosen = Array.isArray(chosenScopes) ? chosenScopes.map(String) : [];
	const additional = partsOf(additionalScopes);
	const asked = chosen.flatMap((scope) => (scope === otherScopes.value ? additional : scope));
	return [...new Set(asked)].filter(Boolean);
}

interface TokenAnswer {
	statusCode: number;
	body: unknown;
}

/** Posts the form; undefined if no answer arrived in time, even if one arrives drop by drop. */
async function post(
	httpRequest: IHttpRequestHelper['helpers']['httpRequest'],
	url: string,
	form: URLSearchParams,
	timeoutMs: number,
): Promise<TokenAnswer | typeof blockedByN8n | undefined> {
	const request = httpRequest({
		method: 'POST',
		url,
		body: form,
		headers: { Accept: 'application/json' },
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		timeout: timeoutMs,
	}) as Promise<TokenAnswer>;
	try {
		return await realClock().within(2 * timeoutMs, request);
	} catch (thrown) {
		// The thrown error contains the request with the client secret, so none of it is passed on.
		return causesOf(thrown).some(isBlockedByN8n) ? blockedByN8n : undefined;
	}
}

/** The code of an OAuth error; undefined for anything else, which might repeat what was sent. */
export function oauthCodeIn(body: unknown): string | undefined {
	const { error } = asFields(body);
	return typeof error === 'string' && /^[a-z_]{1,60}$/.test(error) ? error : undefined;
}

/** The code of an error in the form of the service's other answers (spec 7); likewise. */
function serviceCodeIn({ code }: IDataObject): string | undefined {
	return typeof code === 'string' && /^[A-Z_]{1,60}$/.test(code) ? code : undefined;
}

/** The codes of either form that say that the client is not known. */
const refusedClients = ['invalid_client', 'unauthorized_client', 'UNAUTHORIZED'];

function readToken({ statusCode, body }: TokenAnswer, host: string, scopes: string[]): string {
	const fields = asFields(body);
	if (statusCode === 200 && typeof fields.access_token === 'string' && fields.access_token !== '') {
		return fields.access_token;
	}
	const code = oauthCodeIn(body) ?? serviceCodeIn(fields);
	if (code !== undefined && refusedClients.includes(code)) {
		throw new TokenFailure(
			"'Client ID' or 'Client Secret' is not right. Copy both again from the Stitch dashboard; secrets expire two years after they are issued.",
		);
	}
	if (fields.error === 'invalid_scope') {
		throw new TokenFailure(
			`The client was not granted all of these scopes: ${scopes.map(scopeInWords).join(', ')}. If even one of them was not granted, Stitch refuses them all: choose only those that the Stitch dashboard lists for this client, or ask Stitch support to add the missing one.`,
		);
	}
	if (statusCode === 429) {
		throw new TokenFailure(
			`${host} is receiving too many token requests. Try again in a minute.`,
			true,
		);
	}
	if (statusCode >= 500) {
		throw new TokenFailure(
			`${host} is not available at the moment (HTTP ${statusCode}). Try again in a few minutes.`,
			true,
		);
	}
	if (typeof fields.error === 'string' || code !== undefined) {
		throw new TokenFailure(
			`Stitch refused to issue a token${code ? ` (${code})` : ''}. Check 'Client ID', 'Client Secret' and 'Scopes'.`,
		);
	}
	throw new TokenFailure(
		`${host} answered, but not as Stitch does (HTTP ${statusCode}). ${checkWay}`,
	);
}
