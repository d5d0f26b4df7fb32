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
export interface Answered extends Said {
	kind:
		/** With a status that is not a success. */
		| 'status'
		/** A GraphQL answer has errors. */
		| 'graphql'
		/** One of the node's own documents asks for something that the service does not offer. */
		| 'notOffered';
}

/** No answer arrived, or none from the service. */
export interface NoAnswer extends Pick<Said, 'status' | 'title' | 'retryAfterMs' | 'isWithoutId'> {
	kind:
		/** No connection was established, so nothing was processed. */
		| 'notConnected'
		/** The connection broke or timed out before the answer: the request may have been processed. */
		| 'answerLost'
		/** A success status with a body that cannot be read. */
		| 'unreadable'
		/** Something other than Stitch answered, with whatever status: a redirect, or the page of a proxy. */
		| 'notTheService';
	/** The code of a connection that failed, such as ECONNRESET. */
	networkCode?: string;
	/** The host that was asked; never a full address, whose path can hold ids. */
	host?: string;
}

/** No token could be obtained, or n8n blocked the request: it was not sent. */
interface NoToken {
	kind: 'token';
	sentence: string;
	/** The code of the OAuth error. */
	code?: string;
	/** Whether the same request may succeed later although nothing is changed. */
	temporary?: boolean;
}

/** Some mutations of a document were done, others were not. */
interface PartlyDone extends Said {
	kind: 'partlyDone';
	/** The mutations by their outcome. */
	done: string[];
	notDone: string[];
	unclear: string[];
}

/** The node's own conclusion, with the service's words if they led to it. */
interface Concluded extends Said {
	kind:
		/** The nonce was used before. */
		| 'duplicate'
		/** The nonce was used before, for a payment with different values. */
		| 'otherValues'
		/** A payment that the service accepted and that has failed. */
		| 'failedPayment'
		/** The object had no final status when the time to wait for it was up. */
		| 'notFinal'
		/** Not sent at all: the service is unavailable, or there is no time left. */
		| 'notSent'
		/** The user stopped the execution. */
		| 'stopped';
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

export type FailureKind = FailureDetails['kind'];

/** The facts of any failure; those that its kind does not have are undefined. */
export type FailureFacts = { kind: FailureKind } & Said &
	Pick<NoAnswer, 'networkCode' | 'host'> &
	Partial<Pick<PartlyDone, 'done' | 'notDone' | 'unclear'>>;

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

/** Whether the service did not take a request because it receives too many; nothing was processed then. */
export function isTooMany({ status }: FailureFacts): boolean {
	return status === 429;
}

/** Whether the same request may get a token later although nothing is changed. */
export function isTemporary(failure: FailureDetails): boolean {
	return failure.kind === 'token' && failure.temporary === true;
}

/** Whether the service, or the server that issues its tokens, seems to be unavailable. */
export function isAway(failure: FailureDetails): boolean {
	return failure.kind === 'notConnected' || isTemporary(failure) || isUnanswered(failure);
}

/** Whether the same request may be answered later although nothing is changed. */
export function mayAnswerLater(failure: FailureDetails): boolean {
	return isAway(failure) || isTooMany(failure) || httpStatusOf(failure) >= 500;
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
export const nonceDuplicate = 'NONCE_DUPLICATE';

export const invalidDocument = 'GRAPHQL_VALIDATION_FAILED';

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

/** Whether it was sent before: REST expresses it by the status, GraphQL by the code. */
export function saysDuplicate({ status, code }: FailureFacts): boolean {
	return status === 409 || code === nonceDuplicate;
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

/** Stitch has no object with the ID that was asked for. */
export const unknownId = {
	kind: 'status',
	happened: 'no',
	status: 404,
} as const satisfies FailureDetails;

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
