import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type INode,
	type JsonObject,
} from 'n8n-workflow';

import { InvalidInput } from '../schemas/field';
import { ServiceFailure, type FailureDetails } from '../transport/failure';
import { refusedField } from '../transport/fieldNames';
import { withoutUndefined } from '../transport/json';
import { explain, type Message } from '../transport/messages';
import { kindOf } from './failureKind';

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
	const kind = kindOf(cause);
	if (cause instanceof NodeOperationError || cause instanceof NodeApiError) {
		cause.context.data = { kind, ...(cause.context.data as object | undefined) };
		return cause;
	}
	const { message, description } = inWords(cause);
	if (cause instanceof ServiceFailure) {
		const facts = { kind, ...factsOf(cause.details) };
		return apiError(node, facts, cause.details.status, { message, description, itemIndex });
	}
	const isRefusedItem = cause instanceof InvalidInput && itemIndex !== undefined;
	const nothingSent = isRefusedItem ? 'Nothing was sent for this item.' : '';
	const error = new NodeOperationError(node, message, {
		itemIndex,
		description: `${description} ${nothingSent}`.trim(),
	});
	const field = cause instanceof InvalidInput ? cause.mistakes[0]?.field : undefined;
	error.context.data = withoutUndefined({ kind, field });
	return error;
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

/** What is known of a failure, in the service's own words. */
function factsOf({ status: httpStatus, ...failure }: FailureDetails): IDataObject {
	const { id, nonce, code, title, detail, reason, path, missingScopes, userInteractionUrl } =
		failure;
	const { done, notDone, unclear } = failure;
	const field = httpStatus === 400 ? refusedField(detail)?.label : undefined;
	const service = { code, title, detail, reason, path, missingScopes, userInteractionUrl };
	return withoutUndefined({ field, id, nonce, httpStatus, ...service, done, notDone, unclear });
}
