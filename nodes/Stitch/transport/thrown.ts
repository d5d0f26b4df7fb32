import type { IDataObject } from 'n8n-workflow';

import { isTokenFailure } from './clientToken';
import type { FailureDetails } from './failure';

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
 * Reads what n8n throws when a request gets no answer. Only facts are taken from it, because the
 * thrown object contains the whole request, including the token.
 */
export function readThrown(thrown: unknown, host: string): FailureDetails {
	const chain = causesOf(thrown);
	const tokenFailure = chain.find(isTokenFailure);
	if (tokenFailure !== undefined) {
		const { message: sentence, temporary } = tokenFailure;
		return { kind: 'token', sentence, temporary };
	}
	const code = chain.map(codeOf).find((found) => found !== undefined);
	const whileConnecting = chain.some(
		(cause) => (cause as { syscall?: unknown }).syscall === 'connect',
	);
	const none = whileConnecting ? [...neverConnected, ...unreachable] : neverConnected;
	if (code !== undefined && none.includes(code)) {
		return { kind: 'notConnected', networkCode: code, host };
	}
	return { kind: 'answerLost', networkCode: code, host };
}

/** What was thrown and what it was caused by, outermost first. */
function causesOf(thrown: unknown): unknown[] {
	const chain: unknown[] = [];
	let current = thrown;
	while (typeof current === 'object' && current !== null && chain.length < 10) {
		chain.push(current);
		current = 'cause' in current ? current.cause : undefined;
	}
	return chain;
}

function codeOf(cause: unknown): string | undefined {
	if (typeof cause !== 'object' || cause === null || !('code' in cause)) return undefined;
	return typeof cause.code === 'string' ? cause.code : undefined;
}

/**
 * Reads what n8n throws when a user token could not be renewed. Only the OAuth error code is taken
 * from it: the thrown object can hold the client secret and the refresh token.
 */
export function readRenewalRefusal(thrown: unknown): FailureDetails {
	const chain = causesOf(thrown);
	const code = chain.map(oauthCodeOf).find((found) => found !== undefined);
	// What n8n turns invalid_grant into; earlier versions pass on the OAuth error itself. Recognized
	// by its name, because its class can come from another copy of n8n-workflow than this file's.
	const needsPerson = chain.some(
		(cause) => (cause as { name?: unknown }).name === 'NodeOperationError',
	);
	if (code === 'invalid_grant' || (code === undefined && needsPerson)) {
		return {
			kind: 'token',
			code: 'invalid_grant',
			sentence: 'The credential is no longer connected',
			advice:
				'Open the credential and connect it again. Consent can be withdrawn, and it expires after a year without use.',
		};
	}
	if (code !== undefined) {
		return {
			kind: 'token',
			code,
			sentence: "Stitch does not renew the user token with this 'Client ID' and 'Client Secret'",
			advice:
				'Open the credential, copy both again from the Stitch dashboard, and connect it again.',
		};
	}
	return {
		kind: 'token',
		sentence: 'The user token has expired, and no new one could be obtained',
		advice:
			'Check the network, and any custom addresses in the credential, then run the workflow again. If that does not help, connect the credential again.',
		temporary: true,
	};
}

function oauthCodeOf(cause: unknown): string | undefined {
	const { body } = cause as { body?: unknown };
	if (typeof body !== 'object' || body === null) return undefined;
	const { error } = body as IDataObject;
	return typeof error === 'string' ? error.slice(0, 60) : undefined;
}
