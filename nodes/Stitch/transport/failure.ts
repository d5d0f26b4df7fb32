import { whyUnsafe } from './addresses';
import { asFields, asJsonObject, textOf } from './json';
import { cut, maskNumbers } from './wording';

/** Why a request brought no usable answer. */
export type FailureKind =
	/** The service answered with a status that is not a success. */
	| 'status'
	/** No connection was established, so nothing was processed. */
	| 'notConnected'
	/** The connection broke or timed out before the answer: the request may have been processed. */
	| 'answerLost'
	/** A success status with a body that cannot be read. */
	| 'unreadable'
	/**
	 * Something other than Stitch answered at the address, with whatever status: a redirect, or the page
	 * of a proxy.
	 */
	| 'notTheService'
	/** No token could be obtained, or n8n blocked the request: it was not sent. */
	| 'token'
	/** A GraphQL answer has errors. */
	| 'graphql'
	/** One of the node's own documents asks for something that the service does not offer. */
	| 'notOffered'
	/** The nonce was used before. */
	| 'duplicate'
	/** The nonce was used before, for a payment with different values. */
	| 'otherValues'
	/** Some mutations of a document were done, others were not. */
	| 'partlyDone'
	/** The object had no final status when the time to wait for it was up. */
	| 'notFinal'
	/** A payment that the service accepted and that has failed. */
	| 'failedPayment'
	/** Not sent at all: the service is unavailable, or there is no time left. */
	| 'notSent'
	/** The user stopped the execution. */
	| 'stopped';

/**
 * Whether Stitch did what a failed request asked for: `maybe`, if nothing shows it; `yes`, if it was done
 * and something failed after it. It is set where an answer is read.
 */
export type Happened = 'no' | 'maybe' | 'yes';

/** The service's words about a request without success (spec 7). */
export interface Said {
	/** HTTP status, if one came back. */
	status?: number;
	code?: string;
	title?: string;
	detail?: string;
	reason?: string;
	missingScopes?: string[];
	/** The place in a GraphQL answer that an error is about, for example `client.disbursements`. */
	path?: string;
	/** The address that the account holder must open before the service answers again. */
	userInteractionUrl?: string;
	/** How long the service asked to wait, in milliseconds. */
	retryAfterMs?: number;
	/** Whether the address that was asked has no ID in it, so that a 404 is not about one. */
	isWithoutId?: true;
}

/** The service answered, but with no success. */
interface Answered extends Said {
	kind: 'status' | 'graphql' | 'notOffered';
}

/** No answer arrived, or none from the service. */
interface NoAnswer extends Pick<Said, 'status' | 'title' | 'retryAfterMs' | 'isWithoutId'> {
	kind: 'notConnected' | 'answerLost' | 'unreadable' | 'notTheService';
	/** The code of a connection that failed, such as ECONNRESET. */
	networkCode?: string;
	/** The host that was asked; never a full address, whose path can hold ids. */
	host?: string;
}

interface NoToken {
	kind: 'token';
	sentence: string;
	/** The code of the OAuth error. */
	code?: string;
	/** Whether the same request may succeed later although nothing is changed. */
	temporary?: boolean;
}

interface PartlyDone extends Said {
	kind: 'partlyDone';
	/** The mutations of a document by their outcome. */
	done: string[];
	notDone: string[];
	unclear: string[];
}

/** The node's own conclusion, with the service's words if they led to it. */
interface Concluded extends Said {
	kind: 'duplicate' | 'otherValues' | 'failedPayment' | 'notFinal' | 'notSent' | 'stopped';
}

/** Why there is no result, as facts. */
export type FailureDetails = {
	happened: Happened;
	/** The nonce under which a payment was to be made. */
	nonce?: string;
	/** The ID of an object that exists in spite of the failure, such as a payment under way. */
	id?: string;
	/** The IDs of several objects where there must be one. */
	ids?: string[];
	/** The sentence, if the place where the failure was seen knows it best. */
	sentence?: string;
	/** The fix, if the place where the failure was seen knows it best. */
	advice?: string;
} & (Answered | NoAnswer | NoToken | PartlyDone | Concluded);

/** The facts of any failure; those that its kind does not have are undefined. */
export type FailureFacts = { kind: FailureKind } & Said;

/** Whether no answer shows what the service has done. */
export function isUnanswered({ kind, status = 0 }: FailureFacts): boolean {
	return kind === 'answerLost' || kind === 'unreadable' || provesNothing(status);
}

/**
 * Whether a status does not show what was done: 408 also comes from a proxy that gives up on a slow
 * service, a redirect may lead to the result (303), and a success may not be the service's.
 */
export function provesNothing(status: number): boolean {
	return status === 408 || status >= 500 || (status >= 200 && status < 400);
}

/** Whether the same request may get a token later although nothing is changed. */
export function isTemporary(failure: FailureDetails): boolean {
	return failure.kind === 'token' && failure.temporary === true;
}

/** Whether an answer points to another address, which is never followed. */
export function isRedirect(status = 0): boolean {
	return status >= 300 && status < 400;
}

/** n8n's own protection (SSRF) did not let a request go out, so nothing was sent. */
export const blockedByN8n = {
	kind: 'token',
	happened: 'no',
	sentence: "n8n has blocked the request: its SSRF protection does not allow Stitch's address",
	advice:
		'Nothing was sent. Ask the person who runs n8n to set N8N_SSRF_ALLOWED_HOSTNAMES=api.stitch.money,secure.stitch.money.',
} as const satisfies FailureDetails;

/** The GraphQL code for a nonce that was used before. */
const nonceDuplicate = 'NONCE_DUPLICATE';

const invalidDocument = 'GRAPHQL_VALIDATION_FAILED';

/** GraphQL expresses by a code what REST expresses by the status. */
const statusesOfCodes = new Map([
	['BAD_USER_INPUT', 400],
	['FORBIDDEN', 403],
	['INTERNAL_SERVER_ERROR', 500],
	[nonceDuplicate, 409],
	['UNAUTHENTICATED', 401],
]);

/** The HTTP status, or the one that a GraphQL code stands for; 0 if it is neither. */
export function httpStatusOf({ status, code = '' }: FailureFacts): number {
	return status ?? statusesOfCodes.get(code) ?? 0;
}

/** Whether the service does not take a GraphQL document itself, so that nothing was done. */
export function isInvalidDocument({ code }: FailureFacts): boolean {
	return code === invalidDocument;
}

/** The service's words about a value that its schema does not have (GraphQL). */
const unknownInput =
	/is not defined by type|not to include unknown field|does not exist in "\w+" enum/;

/**
 * The failure of one of the node's own documents: if the service does not offer something, that is not
 * the user's mistake.
 */
export function markNotOffered<Failure extends FailureDetails>(
	failure: Failure,
): Failure | (Failure & { kind: 'notOffered' }) {
	const { code, detail = '' }: FailureFacts = failure;
	const isOfInput = code === 'BAD_USER_INPUT' && unknownInput.test(detail);
	return isInvalidDocument(failure) || isOfInput ? { ...failure, kind: 'notOffered' } : failure;
}

/** Whether it was sent before: REST expresses it by the status, GraphQL by the code. */
export function saysDuplicate({ status, code }: FailureFacts): boolean {
	return status === 409 || code === nonceDuplicate;
}

/** GraphQL codes that say for certain that nothing was done. */
const certainCodes = [
	'BAD_USER_INPUT',
	'FORBIDDEN',
	'GRAPHQL_PARSE_FAILED',
	invalidDocument,
	nonceDuplicate,
	'UNAUTHENTICATED',
];

/** Whether a mutation has happened in spite of an error, by the error's code and path. */
function happenedDespite(code: string | undefined, path: string | undefined): Happened {
	// An error of a field of the result comes only after the mutation was done.
	const isOfResult = path?.includes('.') && code !== nonceDuplicate && code !== invalidDocument;
	return certainCodes.includes(code ?? '') && !isOfResult ? 'no' : 'maybe';
}

/** The error that leaves most open, of several of one mutation; undefined if there is none. */
export function mostOpen<Failure extends FailureDetails>(
	errors: readonly Failure[],
): Failure | undefined {
	return (
		errors.find(saysDuplicate) ?? errors.find(({ happened }) => happened === 'maybe') ?? errors[0]
	);
}

/**
 * A request that failed for good. It contains only facts, never the request, its headers or its
 * body, so no token, secret or account number can leak through it.
 */
export class ServiceFailure extends Error {
	override readonly name = 'ServiceFailure';

	constructor(readonly details: FailureDetails) {
		const { kind, status, title, detail = title }: FailureFacts = details;
		super(details.sentence ?? detail ?? `${kind} ${status ?? ''}`.trim());
	}
}

/** The facts about anything that was thrown while an answer was read; of the unexpected, only its message. */
export function failureOf(cause: unknown, happened: Happened): FailureDetails {
	if (cause instanceof ServiceFailure) return cause.details;
	const title = cause instanceof Error ? cause.message : String(cause);
	return { kind: 'unreadable', happened, title };
}

/** The thrown error and its causes, outermost first. */
export function causesOf(thrown: unknown): object[] {
	const chain: object[] = [];
	let current = thrown;
	while (typeof current === 'object' && current !== null && chain.length < 10) {
		chain.push(current);
		current = 'cause' in current ? current.cause : undefined;
	}
	return chain;
}

/** A list that does not match the request, or whose pages cannot be followed. */
export function unreadableList(): ServiceFailure {
	return new ServiceFailure({
		kind: 'unreadable',
		status: 200,
		happened: 'no',
		sentence: 'Stitch sent a list that cannot be read',
		advice: 'Nothing was changed. Try again; if that does not help, ask Stitch support.',
	});
}

/** Reads the error body of the service (spec 7): JSON, or the text of a parser. */
export function readErrorBody(
	status: number,
	body: unknown,
): FailureDetails & (Answered | NoAnswer) {
	const happened = provesNothing(status) ? 'maybe' : 'no';
	const answered = { kind: 'status', happened, status } as const;
	if (typeof body === 'string') {
		// A 429 means the same whether the service sent it or a firewall or network in between.
		if (isPage(body) && status === 429) return answered;
		// A proxy can also hold back the answer to a request that it has passed on.
		if (isPage(body)) return { kind: 'notTheService', happened: 'maybe', status };
		return { ...answered, detail: clipped(body) };
	}
	const fields = asJsonObject(body);
	if (fields === undefined) return answered;
	const graphql = Array.isArray(fields.errors) ? mostOpen(graphqlErrors(body)) : undefined;
	if (graphql !== undefined) {
		// Whatever the status, an error of the result or of the service comes after the mutation has begun.
		const isLater = graphql.path?.includes('.') || provesNothing(httpStatusOf(graphql));
		const mayHaveHappened = isLater && graphql.happened === 'maybe';
		return { ...graphql, ...answered, ...(mayHaveHappened && { happened: 'maybe' }) };
	}
	return {
		...answered,
		code: clipped(fields.code),
		title: clipped(fields.title),
		detail: clipped(fields.detail) ?? clipped(fields.message),
		reason: clipped(fields.reason),
		missingScopes: Array.isArray(fields.missingScopes)
			? fields.missingScopes.filter((scope) => typeof scope === 'string')
			: undefined,
	};
}

/** An error of a GraphQL answer, with the `happened` of its mutation. */
export type GraphqlError = FailureDetails & Answered;

/**
 * The errors of a GraphQL answer; empty for an answer without errors. The code is in each error, or
 * once next to all of them (spec 7).
 */
export function graphqlErrors(body: unknown): GraphqlError[] {
	const { errors, extensions: besideAll } = asFields(body);
	const shared = asFields(besideAll);
	// One that is no list must not make the data pass for whole.
	return [errors || []].flat().map((error: unknown) => {
		const { message = error, path: places, extensions } = asFields(error);
		const own = asFields(extensions);
		const code = clipped(own.code) ?? clipped(shared.code);
		const path = Array.isArray(places) ? clipped(places.join('.')) : undefined;
		const missingScopes = own.missingScopes ?? shared.missingScopes;
		const userInteractionUrl = safeAddress(own.userInteractionUrl ?? shared.userInteractionUrl);
		return {
			kind: 'graphql',
			happened: happenedDespite(code, path),
			code,
			detail: clipped(message),
			path,
			missingScopes: Array.isArray(missingScopes) ? missingScopes.map(String) : undefined,
			...(userInteractionUrl && { userInteractionUrl }),
		};
	});
}

/** An address that a person may be sent to; undefined for anything else. */
function safeAddress(value: unknown): string | undefined {
	return typeof value === 'string' && whyUnsafe(value) === undefined ? value : undefined;
}

/** Whether an answer is a page for people, which the service never sends. */
export function isPage(body: unknown): boolean {
	return typeof body === 'string' && /^\s*<(!doctype|html|head|body)/i.test(body);
}

/** A token as a request contains it; a shorter word after "Bearer" is part of a sentence. */
const bearerToken = /\bBearer\s+[\w.~+/=-]{16,}/gi;

/**
 * A text of the service, for a message: without tokens, without long numbers, which can be accounts, and
 * not too long.
 */
export function clipped(value: unknown): string | undefined {
	const text = textOf(value)?.replace(bearerToken, 'Bearer …');
	return text === undefined ? undefined : cut(maskNumbers(text), 500);
}

export const noneAnswered: FailureDetails = {
	kind: 'notSent',
	happened: 'no',
	sentence: 'Not sent: Stitch had stopped answering before this item',
	advice: 'Run it again later, when Stitch answers again.',
};

export const tooManyRequests: FailureDetails = {
	kind: 'notSent',
	happened: 'no',
	sentence: 'Not sent: Stitch received too many requests and accepted no more',
	advice: 'Run it again later, when Stitch accepts requests again.',
};

export const noTimeLeft: FailureDetails = {
	kind: 'notSent',
	happened: 'no',
	sentence: 'Not sent: there was no time left for it',
	advice: "Raise 'Maximum Wait'.",
};
