import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type JsonObject,
} from 'n8n-workflow';

import { InvalidInput, type Mistake } from '../schemas/field';
import { ServiceFailure, type FailureDetails } from '../transport/failure';
import { explain } from '../transport/messages';

export type NodeError = NodeApiError | NodeOperationError;

/** Turns whatever kept an item from its result into the kind of error that n8n shows best. */
export function asNodeError(node: INode, cause: unknown, itemIndex: number): NodeError {
	if (cause instanceof NodeOperationError || cause instanceof NodeApiError) return cause;
	if (cause instanceof InvalidInput) return invalidInput(node, cause.mistakes, itemIndex);
	if (cause instanceof ServiceFailure) return serviceFailure(node, cause.details, itemIndex);
	const message = cause instanceof Error ? cause.message : String(cause);
	return new NodeOperationError(node, message, { itemIndex });
}

function invalidInput(node: INode, mistakes: Mistake[], itemIndex: number): NodeError {
	const what = mistakes.map((mistake) => mistake.what).join('; ');
	const fixes = [...new Set(mistakes.map(({ fix }) => fix).filter((fix) => fix !== ''))];
	return new NodeOperationError(node, what, {
		itemIndex,
		description: `${fixes.join(' ')} Nothing was sent for this item.`.trim(),
	});
}

function serviceFailure(node: INode, failure: FailureDetails, itemIndex: number): NodeError {
	const { message, description } = explain(failure);
	const facts = factsOf(failure);
	const error = new NodeApiError(node, facts as JsonObject, {
		message,
		description,
		httpCode: failure.status === undefined ? undefined : String(failure.status),
		itemIndex,
	});
	error.context.data = facts;
	return error;
}

/** What the service said, as it said it. */
function factsOf({ id, status, code, title, detail, reason, path, missingScopes }: FailureDetails) {
	const facts: IDataObject = {
		id,
		httpStatus: status,
		code,
		title,
		detail,
		reason,
		path,
		missingScopes,
	};
	return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

/**
 * The output item of an input item that failed. n8n sends it to the error branch, joined with its
 * input row, when `json` holds `error` and nothing but `message` and `details` beside it. An item
 * with an `error` of its own would go there too, but n8n would replace its `json`, row included.
 */
export function failedItem(error: NodeError, itemIndex: number): INodeExecutionData {
	const facts = error.context.data as IDataObject | undefined;
	return {
		json: { error: error.message, details: { howToFix: error.description ?? '', ...facts } },
		pairedItem: { item: itemIndex },
	};
}
