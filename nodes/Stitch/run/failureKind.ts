import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { InvalidInput, type InputFailureKind } from '../schemas/field';
import {
	isUnknown,
	leavesOpen,
	ServiceFailure,
	statusOfCode,
	type FailureDetails,
	type FailureKind,
} from '../transport/failure';

/**
 * Why an item failed, for workflows that branch on it: `details.kind` of every failed item. Each kind
 * with its meaning is in docs/troubleshooting.md; none is ever renamed.
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

/** The kind of anything that was thrown. */
export function kindOf(cause: unknown): ItemFailureKind {
	if (cause instanceof InvalidInput) return cause.kind;
	if (cause instanceof ServiceFailure) return kindOfService(cause.details);
	const isOfN8n = cause instanceof NodeOperationError || cause instanceof NodeApiError;
	// n8n's own error for an expression is not exported.
	const isExpression = cause instanceof Error && cause.name === 'ExpressionError';
	return isOfN8n || isExpression ? 'setup' : 'unexpected';
}

type Kinds = Record<FailureKind, ItemFailureKind | ((failure: FailureDetails) => ItemFailureKind)>;

const kinds: Kinds = {
	answerLost: 'noAnswer',
	duplicate: 'alreadySent',
	failedPayment: 'paymentFailed',
	graphql: kindOfRefusal,
	notConnected: 'notSent',
	notFinal: 'notFinal',
	notFound: 'notFound',
	notOffered: 'notOffered',
	notSent: 'notSent',
	notTheService: 'noAnswer',
	otherValues: 'alreadySentWithOtherValues',
	partlyDone: 'partlyDone',
	status: kindOfRefusal,
	stopped: 'notSent',
	token: ({ temporary }) => (temporary ? 'notSent' : 'setup'),
	unreadable: 'noAnswer',
};

function kindOfService(failure: FailureDetails): ItemFailureKind {
	if (failure.kind !== 'partlyDone' && isUnknown(failure)) return 'outcomeUnknown';
	const kind = kinds[failure.kind];
	return typeof kind === 'function' ? kind(failure) : kind;
}

function kindOfRefusal(failure: FailureDetails): ItemFailureKind {
	const status = failure.status ?? statusOfCode(failure.code);
	if (status === 404) return 'notFound';
	if (status === 401 || status === 403) return 'setup';
	if (status === 429) return 'notSent';
	return leavesOpen(status) ? 'noAnswer' : 'refusedByStitch';
}
