import type { ICredentialsDecrypted, IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { isTokenFailure } from './clientToken';
import { graphqlErrors } from './errorAnswer';
import { blockedByN8n, causesOf, type FailureDetails } from './failure';
import { onlyReads } from './graphqlDocument';
import { asFields, textOf } from './json';
import { isBlockedByN8n } from './n8nInternals';
import type { Context, RawAnswer, Send } from './service';

/**
 * Sends single requests as n8n signs them.
 * @param secrets what must not be shown of the credential, in case the service repeats it
 */
export function sender(
	context: Context,
	type: string,
	secrets: () => unknown[],
	credentialsDecrypted?: ICredentialsDecrypted,
): Send {
	return async (options) => {
		try {
			const answer = (await context.helpers.httpRequestWithAuthentication.call(
				context,
				type,
				options,
				credentialsDecrypted && { credentialsDecrypted },
			)) as RawAnswer;
			return withoutSecrets(answer, secrets());
		} catch (thrown) {
			return readThrown(thrown, new URL(options.url).host);
		}
	};
}

/** Shorter ones are no secrets, and would be found in any text. */
const shortestSecret = 6;

/** Masks secrets: the answer to a request that failed may repeat its contents. */
function withoutSecrets(answer: RawAnswer, secrets: unknown[]): RawAnswer {
	const { statusCode, body } = answer;
	if (statusCode < 400 && asFields(body).errors === undefined) return answer;
	const hidden = secrets
		.map((secret) => textOf(secret) ?? '')
		.filter((secret) => secret.length >= shortestSecret);
	const withoutThem = (text: string) =>
		hidden.reduce((rest, secret) => rest.replaceAll(secret, '…'), text);
	const shown = (_key: string, value: unknown) => {
		// A secret of digits may be repeated as a number.
		if (typeof value !== 'string' && typeof value !== 'number') return value;
		const text = withoutThem(String(value));
		return text === String(value) ? value : text;
	};
	return { ...answer, body: JSON.parse(JSON.stringify(body ?? null), shown) as unknown };
}

/**
 * Whether an answer says that the token is not valid, and that nothing was done: the request is then sent
 * again. GraphQL says so with HTTP status 200 (spec 7).
 */
export function saysTokenInvalid(
	answer: RawAnswer | FailureDetails,
	{ body }: Pick<IHttpRequestOptions, 'body'>,
): boolean {
	if (!('statusCode' in answer)) return false;
	if (answer.statusCode === 401) return true;
	const errors = graphqlErrors(answer.body);
	const isInvalid = errors.some(({ code }) => code === 'UNAUTHENTICATED');
	if (!isInvalid || !holdsNoData(answer.body)) return false;
	const document = textOf(asFields(body).query);
	if (document !== undefined && onlyReads(document)) return true;
	// If the error is about the result of a mutation, the mutation was done.
	return errors.every(({ happened }) => happened === 'no');
}

function holdsNoData(body: unknown): boolean {
	const { data } = body as { data?: IDataObject | null };
	return Object.values(data ?? {}).every((value) => value === null);
}

/** Codes of connections that were never established, so nothing can have been processed. */
const neverConnected = [
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'CERT_HAS_EXPIRED',
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'ERR_TLS_CERT_ALTNAME_INVALID',
	'SELF_SIGNED_CERT_IN_CHAIN',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
];

/** Codes of connections that were never established, or that broke afterwards. */
const unreachable = ['EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN'];

/**
 * Reads the error that n8n throws if a request gets no answer. Only facts are taken from it, because it
 * contains the whole request with the token.
 */
export function readThrown(thrown: unknown, host: string): FailureDetails {
	const chain = causesOf(thrown);
	const tokenFailure = chain.find(isTokenFailure);
	if (tokenFailure !== undefined) {
		const { message: sentence, temporary } = tokenFailure;
		return { kind: 'token', happened: 'no', sentence, temporary };
	}
	if (chain.some(isBlockedByN8n)) return blockedByN8n;
	const code = chain.map(codeOf).find((found) => found !== undefined);
	const whileConnecting = chain.some(
		(cause) => (cause as { syscall?: unknown }).syscall === 'connect',
	);
	const none = whileConnecting ? [...neverConnected, ...unreachable] : neverConnected;
	if (code !== undefined && none.includes(code)) {
		return { kind: 'notConnected', happened: 'no', networkCode: code, host };
	}
	return { kind: 'answerLost', happened: 'maybe', networkCode: code, host };
}

function codeOf(cause: { code?: unknown }): string | undefined {
	return typeof cause.code === 'string' ? cause.code : undefined;
}
