import { asFields, asJsonObject } from './json';
import { maskNumbers } from './mask';

/** Why a request brought no usable answer. */
export type FailureKind =
	/** The service answered with a status that is not a success. */
	| 'status'
	/** No connection came about, so nothing was processed. */
	| 'notConnected'
	/** The connection ended or the time ran out before the answer: processed or not, nobody knows. */
	| 'answerLost'
	/** A success status with a body that is not the service's. */
	| 'unreadable'
	/** Something else answers at the address: a redirect, a page of a proxy. */
	| 'notTheService'
	/** No token could be had, so the request was not sent. */
	| 'token'
	/** The service refused in a GraphQL answer. */
	| 'graphql'
	/** The nonce was used before. */
	| 'duplicate'
	/** The object had no final status when the time to wait for it was up. */
	| 'notFinal'
	/** The user stopped the execution. */
	| 'stopped';

export interface FailureDetails {
	kind: FailureKind;
	/** HTTP status, where one came back. */
	status?: number;
	/** The service's own `code`, `title`, `detail`, `reason` and `missingScopes` (spec 7). */
	code?: string;
	title?: string;
	detail?: string;
	reason?: string;
	missingScopes?: string[];
	/** Where in a GraphQL answer the refusal belongs, for example `client.disbursements`. */
	path?: string;
	/** The ID of an object that exists all the same, such as a payment that is still under way. */
	id?: string;
	/** The code of a connection that failed, such as ECONNRESET. */
	networkCode?: string;
	/** How long the service asked to wait, in milliseconds. */
	retryAfterMs?: number;
	/** A finished sentence, where whoever saw the failure knows it best (token failures). */
	sentence?: string;
	/** How to put it right, where whoever saw the failure knows it best. */
	advice?: string;
	/** For `token`: whether the same request may succeed later without anyone changing anything. */
	temporary?: boolean;
	/** The host that was asked; never a full address, whose path can hold ids. */
	host?: string;
}

/** Whether the service may have carried out what was asked, and nobody was told. */
export function isUnknown({ kind, status = 0 }: FailureDetails): boolean {
	return kind === 'answerLost' || kind === 'unreadable' || status >= 500;
}

/**
 * A request that failed for good. It holds facts only: never the request, its headers or its body,
 * so no token, secret or account number can leave through it.
 */
export class ServiceFailure extends Error {
	override readonly name = 'ServiceFailure';

	constructor(readonly details: FailureDetails) {
		super(details.sentence ?? details.detail ?? details.title ?? details.kind);
	}
}

/** Reads the error body of the service (spec 7): JSON, or text where a parser refused the request. */
export function readErrorBody(status: number, body: unknown): FailureDetails {
	if (typeof body === 'string') {
		if (looksLikePage(body)) return { kind: 'notTheService', status };
		return { kind: 'status', status, detail: clip(body) };
	}
	const fields = asJsonObject(body);
	if (fields === undefined) return { kind: 'status', status };
	const [graphql] = graphqlErrors(body);
	if (graphql !== undefined) return { ...graphql, kind: 'status', status };
	return {
		kind: 'status',
		status,
		code: textOf(fields.code),
		title: textOf(fields.title),
		detail: textOf(fields.detail) ?? textOf(fields.message),
		reason: textOf(fields.reason),
		missingScopes: Array.isArray(fields.missingScopes)
			? fields.missingScopes.filter((scope) => typeof scope === 'string')
			: undefined,
	};
}

/** The errors of a GraphQL answer as failures; none for an answer without. */
export function graphqlErrors(body: unknown): FailureDetails[] {
	const { errors } = asFields(body);
	if (!Array.isArray(errors)) return [];
	return errors.map((error: unknown) => {
		const { message, path, extensions } = asFields(error);
		const { code, missingScopes } = asFields(extensions);
		return {
			kind: 'graphql',
			code: textOf(code),
			detail: textOf(message),
			path: Array.isArray(path) ? textOf(path.join('.')) : undefined,
			missingScopes: Array.isArray(missingScopes) ? missingScopes.map(String) : undefined,
		};
	});
}

function looksLikePage(body: string): boolean {
	return /^\s*<(!doctype|html|head|body)/i.test(body);
}

function textOf(value: unknown): string | undefined {
	return typeof value === 'string' && value.trim() !== '' ? clip(value) : undefined;
}

function clip(value: string): string {
	const masked = maskNumbers(value.trim());
	return masked.length > 500 ? `${masked.slice(0, 500)}…` : masked;
}
