import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type INode,
	type JsonObject,
} from 'n8n-workflow';

import { InvalidInput, type InputFailureKind } from '../schemas/invalidInput';
import { withoutParameters } from '../transport/connect';
import {
	httpStatusOf,
	isTemporary,
	ServiceFailure,
	provesNothing,
	type FailureDetails,
	type FailureFacts,
	type FailureKind,
	type Happened,
} from '../transport/failure';
import { withoutUndefined } from '../transport/json';
import { explain, refusedFieldOf, type Message } from '../transport/messages';

export type NodeError = NodeApiError | NodeOperationError;

export function isNodeError(cause: unknown): cause is NodeError {
	return cause instanceof NodeOperationError || cause instanceof NodeApiError;
}

/**
 * The output of an item that failed. n8n sends it to the error branch, combined with its input row, if it
 * has `error` and at most `message` and `details` in addition. An item with n8n's own `error` object would
 * go there too, but n8n would replace its `json`, including the row.
 */
export function errorOutput(
	{ message, description, context }: NodeError,
	more: IDataObject = {},
): IDataObject {
	const facts = context.data as IDataObject | undefined;
	return { error: message, details: { howToFix: description ?? '', ...facts, ...more } };
}

/** The reason and the fix, for anything that was thrown. */
export function messageOf(cause: unknown): Message {
	if (cause instanceof InvalidInput) {
		const fixes = cause.mistakes.map(({ fix }) => fix).filter((fix) => fix !== '');
		return { message: cause.message, description: [...new Set(fixes)].join(' ') };
	}
	if (cause instanceof ServiceFailure) return explain(cause.details);
	if (isNodeError(cause)) return { message: cause.message, description: cause.description ?? '' };
	return { message: cause instanceof Error ? cause.message : String(cause), description: '' };
}

export const nothingSentForItem = 'Nothing was sent for this item.';

/**
 * Turns anything that was thrown into the kind of error that n8n shows best.
 * @param itemIndex the item that failed because of it; undefined outside a run
 * @param happened what is known of that item so far
 */
export function asNodeError(
	failed: INode,
	cause: unknown,
	itemIndex?: number,
	happened: Happened = 'no',
): NodeError {
	const node = withoutParameters(failed);
	const kind = kindOf(cause);
	if (isNodeError(cause)) {
		cause.context.data = { kind, ...(cause.context.data as object | undefined) };
		return cause;
	}
	const { message, description: advice } = messageOf(cause);
	const isUnsent = itemIndex !== undefined && happened === 'no' && isNeverSent(cause, kind);
	const description = `${advice} ${isUnsent ? nothingSentForItem : ''}`.trim();
	if (cause instanceof ServiceFailure) {
		const facts = { kind, ...detailsOf(cause.details) };
		const { status }: FailureFacts = cause.details;
		return apiError(node, facts, status, { message, description, itemIndex });
	}
	const error = new NodeOperationError(node, message, { itemIndex, description });
	const { mistakes, facts } = cause instanceof InvalidInput ? cause : {};
	error.context.data = withoutUndefined({ kind, field: mistakes?.[0]?.field, ...facts });
	return error;
}

/** Whether Stitch was not asked for anything because of this, or let nobody in. */
function isNeverSent(cause: unknown, kind: ItemFailureKind): boolean {
	if (!(cause instanceof ServiceFailure)) return cause instanceof InvalidInput;
	return cause.details.happened === 'no' && (kind === 'setup' || kind === 'notSent');
}

function apiError(
	node: INode,
	facts: IDataObject,
	status: number | undefined,
	words: Message & { itemIndex?: number },
): NodeError {
	const httpCode = status === undefined ? undefined : String(status);
	const error = new NodeApiError(node, facts as JsonObject, { ...words, httpCode });
	error.context.data = facts;
	return error;
}

/** The known facts about a failure, in the words of the service or of the network. */
function detailsOf(failure: FailureDetails): IDataObject {
	const { id, nonce } = failure;
	const { status: httpStatus, networkCode, done, notDone, unclear }: FailureFacts = failure;
	const { code, title, detail, reason, path, missingScopes, userInteractionUrl }: FailureFacts =
		failure;
	const known = { field: refusedFieldOf(failure), id, nonce, httpStatus, networkCode };
	const said = { code, title, detail, reason, path, missingScopes, userInteractionUrl };
	return withoutUndefined({ ...known, ...said, done, notDone, unclear });
}

/**
 * Why an item failed, for workflows that branch on it: `details.kind` of every failed item. Each kind
 * with its meaning is in docs/reference.md; none is ever renamed.
 */
export type ItemFailureKind =
	| InputFailureKind
	| 'alreadySent'
	| 'alreadySentWithOtherValues'
	| 'noAnswer'
	| 'notFinal'
	| 'notOffered'
	| 'outcomeUnknown'
	| 'partlyDone'
	| 'paymentFailed'
	| 'refusedByStitch'
	| 'setup'
	| 'unexpected';

function kindOf(cause: unknown): ItemFailureKind {
	if (cause instanceof InvalidInput) return cause.kind;
	if (cause instanceof ServiceFailure) return kindOfService(cause.details);
	// n8n's own error for an expression is not exported.
	const isExpression = cause instanceof Error && cause.name === 'ExpressionError';
	return isNodeError(cause) || isExpression ? 'setup' : 'unexpected';
}

type Kinds = Record<FailureKind, ItemFailureKind | ((failure: FailureDetails) => ItemFailureKind)>;

const kinds: Kinds = {
	answerLost: 'noAnswer',
	duplicate: 'alreadySent',
	failedPayment: 'paymentFailed',
	graphql: kindOfAnswer,
	notConnected: 'notSent',
	notFinal: 'notFinal',
	notOffered: 'notOffered',
	notSent: 'notSent',
	notTheService: 'noAnswer',
	otherValues: 'alreadySentWithOtherValues',
	partlyDone: 'partlyDone',
	status: kindOfAnswer,
	stopped: 'notSent',
	token: (failure) => (isTemporary(failure) ? 'notSent' : 'setup'),
	unreadable: 'noAnswer',
};

function kindOfService(failure: FailureDetails): ItemFailureKind {
	if (failure.kind !== 'partlyDone' && failure.happened === 'maybe') return 'outcomeUnknown';
	const kind = kinds[failure.kind];
	return typeof kind === 'function' ? kind(failure) : kind;
}

function kindOfAnswer(failure: FailureDetails): ItemFailureKind {
	const status = httpStatusOf(failure);
	if (status === 404) return 'notFound';
	if (status === 401 || status === 403) return 'setup';
	if (status === 429) return 'notSent';
	return provesNothing(status) ? 'noAnswer' : 'refusedByStitch';
}
