import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type INode,
	type JsonObject,
} from 'n8n-workflow';

import { InvalidInput } from '../schemas/field';
import { ServiceFailure, type FailureDetails } from '../transport/failure';
import { withoutUndefined } from '../transport/json';
import { explain, type Message } from '../transport/messages';

export type NodeError = NodeApiError | NodeOperationError;

/** What went wrong and how to fix it, for anything that was thrown. */
export function inWords(cause: unknown): Message {
	if (cause instanceof InvalidInput) {
		const fixes = cause.mistakes.map(({ fix }) => fix).filter((fix) => fix !== '');
		return { message: cause.message, description: [...new Set(fixes)].join(' ') };
	}
	if (cause instanceof ServiceFailure) return explain(cause.details);
	return { message: cause instanceof Error ? cause.message : String(cause), description: '' };
}

/**
 * Turns whatever was thrown into the kind of error that n8n shows best.
 * @param itemIndex the item that failed because of it; undefined outside a run
 */
export function asNodeError(node: INode, cause: unknown, itemIndex?: number): NodeError {
	if (cause instanceof NodeOperationError || cause instanceof NodeApiError) return cause;
	const { message, description } = inWords(cause);
	if (cause instanceof ServiceFailure) {
		return apiError(node, cause.details, { message, description, itemIndex });
	}
	const isRefusedItem = cause instanceof InvalidInput && itemIndex !== undefined;
	const nothingSent = isRefusedItem ? 'Nothing was sent for this item.' : '';
	return new NodeOperationError(node, message, {
		itemIndex,
		description: `${description} ${nothingSent}`.trim(),
	});
}

function apiError(
	node: INode,
	failure: FailureDetails,
	words: Message & { itemIndex?: number },
): NodeError {
	const facts = factsOf(failure);
	const httpCode = failure.status === undefined ? undefined : String(failure.status);
	const error = new NodeApiError(node, facts as JsonObject, { ...words, httpCode });
	error.context.data = facts;
	return error;
}

/** What is known of a failure, in the service's own words. */
function factsOf({ status: httpStatus, ...failure }: FailureDetails): IDataObject {
	const { id, nonce, code, title, detail, reason, path, missingScopes, userInteractionUrl } =
		failure;
	const service = { code, title, detail, reason, path, missingScopes, userInteractionUrl };
	return withoutUndefined({ id, nonce, httpStatus, ...service });
}
