import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Item } from './item';
import type { NodeError } from './nodeError';

/**
 * The output item of an input item that failed, with its files. n8n sends it to the error branch, combined with its
 * input row, if `json` has `error` and at most `message` and `details` in addition. An item with
 * n8n's own `error` object would go there too, but n8n would replace its `json`, including the row.
 */
export function failedItem(
	error: NodeError,
	item: Pick<Item, 'files' | 'index'>,
): INodeExecutionData {
	const facts = error.context.data as IDataObject | undefined;
	return {
		json: { error: error.message, details: { howToFix: error.description ?? '', ...facts } },
		...item.files,
		pairedItem: { item: item.index },
	};
}
