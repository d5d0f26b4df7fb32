import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { NodeError } from './nodeError';

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
