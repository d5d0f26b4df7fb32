import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import type { Service } from '../transport/service';
import { forAgent, isRunByAgent, asWanted } from './simplify';
import { fail, type Entry } from './entry';
import type { Item } from './item';
import type { NodeError } from './nodeError';
import type { Operation } from './operation';

/** What the outputs of a run have in common. */
interface Finishing {
	operation: Operation;
	service: Service;
	node: INode;
	/** Whether the user wants columns instead of what the service sent. */
	simplified: boolean;
}

/** Makes of what was read of an entry what the node returns: completed, as columns if that is wanted. */
export async function finish(entry: Entry, finishing: Finishing): Promise<void> {
	const finished: INodeExecutionData[] = [];
	try {
		for (const item of entry.output ?? []) finished.push(await finishOne(item, finishing));
		entry.output = finished;
	} catch (cause) {
		fail(entry, cause, finishing.node);
	}
}

async function finishOne(
	item: INodeExecutionData,
	{ operation, service, node, simplified }: Finishing,
): Promise<INodeExecutionData> {
	const { complete } = operation;
	const json: IDataObject = simplified && complete ? await complete(item.json, service) : item.json;
	const output = asWanted(json, operation, simplified);
	return { ...item, json: simplified && isRunByAgent(node) ? forAgent(output) : output };
}

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
