import {
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';

import type { StitchEvent } from '../webhook/event';
import { startOnce } from '../webhook/startOnce';
import { handOvers, triggerKey } from './handOvers';
import { latestChanges } from './latestChanges';
import { readTriggerOptions } from './settings';

/** With a row for each change, a whole batch at once would take up all of n8n's connections. */
const rowsAtOnce = 10;

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
	// All at once, they are recorded in one go.
	const atOnce = options.severalWorkers ? rowsAtOnce : items.length;
	const passed: INodeExecutionData[] = [];
	for (let first = 0; first < items.length; first += atOnce) {
		const some = items.slice(first, first + atOnce);
		const areWelcome = await Promise.all(
			some.map(async ({ json }, place) => {
				const change = json as unknown as StitchEvent;
				return await startOnce.isWelcome(context, { change, item: first + place, options });
			}),
		);
		const paired = some.map((each, place) => ({ ...each, pairedItem: { item: first + place } }));
		passed.push(...paired.filter((_, place) => areWelcome[place]));
	}
	return [passed];
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
