import {
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';

import type { StitchEvent } from '../webhook/event';
import { areFirstDeliveries } from '../webhook/startOnce';
import { handOvers, triggerKey } from './handOvers';
import { latestChanges } from './latestChanges';
import { readTriggerOptions } from './settings';

/**
 * The part of the trigger that runs inside the execution: lets each change through once. A test in
 * the editor has nothing to let through yet and shows the latest changes.
 *
 * A retry by hand is deliberate, so its changes always pass.
 * @throws {NodeOperationError | NodeApiError} when the database or, in a test, the service cannot be
 * read, and in a retry of an execution that tells of a failed look
 */
export async function deliver(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const items = context.getInputData();
	const mode = context.getMode();
	if (mode === 'manual') {
		return [items.some(isChange) ? items : await latestChanges(context)];
	}
	if (!items.some(isChange)) throw nothingToRetry(context);
	handOvers.arrived(
		triggerKey(context),
		items.map(({ json }) => String(json.eventId)),
	);
	const options = readTriggerOptions(context.getNodeParameter('options', 0, {}) as IDataObject);
	const changes = items.map(({ json }) => json as unknown as StitchEvent);
	const areFirst = await areFirstDeliveries(context, changes, options.rememberedEvents);
	const paired = items.map((each, item) => ({ ...each, pairedItem: { item } }));
	return [paired.filter((_, item) => areFirst[item])];
}

function isChange({ json }: INodeExecutionData): boolean {
	return json.changeKey !== undefined;
}

/** n8n repeats an execution that tells of a failed look with one empty item. */
function nothingToRetry(context: IExecuteFunctions): NodeOperationError {
	const what = 'There is nothing to retry: this execution only tells of a look that failed';
	const description =
		'No change is lost: the next look that succeeds starts the workflow with all of them.';
	return new NodeOperationError(context.getNode(), what, { description });
}
