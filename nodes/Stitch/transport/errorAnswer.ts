import { whyUnsafe } from './addresses';
import {
	httpStatusOf,
	invalidDocument,
	isInvalidDocument,
	nonceDuplicate,
	provesNothing,
	saysDuplicate,
	type Answered,
	type FailureDetails,
	type FailureFacts,
	type Happened,
	type NoAnswer,
} from './failure';
import { asFields, asJsonObject } from './json';
import { clipped } from './wording';

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
		missingScopes: scopesIn(fields.missingScopes),
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
		const userInteractionUrl = safeAddress(own.userInteractionUrl ?? shared.userInteractionUrl);
		return {
			kind: 'graphql',
			happened: happenedDespite(code, path),
			code,
			detail: clipped(message),
			path,
			missingScopes: scopesIn(own.missingScopes ?? shared.missingScopes),
			...(userInteractionUrl && { userInteractionUrl }),
		};
	});
}

function scopesIn(value: unknown): string[] | undefined {
	return Array.isArray(value) ? value.filter((scope) => typeof scope === 'string') : undefined;
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

/** An address that a person may be sent to; undefined for anything else. */
function safeAddress(value: unknown): string | undefined {
	return typeof value === 'string' && whyUnsafe(value) === undefined ? value : undefined;
}

/** Whether an answer is a page for people, which the service never sends. */
export function isPage(body: unknown): boolean {
	return typeof body === 'string' && /^\s*<(!doctype|html|head|body)/i.test(body);
}
