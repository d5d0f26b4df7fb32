import type { FailureDetails } from './failure';
import { isTokenFailure, type TokenFailure } from './clientToken';

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

const temporaryTokenFailures: ReadonlyArray<TokenFailure['kind']> = [
	'rate',
	'unavailable',
	'unreachable',
];

/**
 * Reads what n8n throws when a request gets no answer. Only facts are taken from it, because the
 * thrown object contains the whole request, including the token.
 */
export function readThrown(thrown: unknown, host: string): FailureDetails {
	const chain = causesOf(thrown);
	const tokenFailure = chain.find(isTokenFailure);
	if (tokenFailure !== undefined) {
		return {
			kind: 'token',
			sentence: tokenFailure.message,
			temporary: temporaryTokenFailures.includes(tokenFailure.kind),
		};
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
export function causesOf(thrown: unknown): unknown[] {
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
