import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { realClock } from '../transport/clock';
import { EventMemory, type RecordIds } from '../webhook/eventMemory';
import { handOvers } from './handOvers';
import { latestChanges } from './latestChanges';

/** One memory for each trigger that has run in this process, by workflow and node. */
const memories = new Map<string, EventMemory>();

/**
 * How many changes n8n's database remembers: several batches, because a batch comes again after a
 * crash. n8n rewrites the list with every batch.
 */
const maxEntries = 10_000;

/**
 * The part of the trigger that runs inside the execution: lets each change through once. A test in
 * the editor has nothing to let through yet and shows the latest changes.
 *
 * A retry by hand is deliberate, so its changes always pass.
 * @throws {NodeOperationError | NodeApiError} when the database or, in a test, the service cannot be
 * read
 */
export async function deliver(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const items = context.getInputData();
	const mode = context.getMode();
	if (mode === 'manual') {
		const isGiven = items.some(({ json }) => json.changeKey !== undefined);
		return [isGiven ? items : await latestChanges(context)];
	}
	const record: RecordIds = async (recorded) => {
		const how = { mode: 'entries', maxEntries } as const;
		const { new: first } = await context.helpers.checkProcessedAndRecord(recorded, 'node', how);
		return first.map(String);
	};
	const key = `${context.getWorkflow().id}/${context.getNode().id}`;
	const ids = items.map(({ json }) => String(json.eventId));
	handOvers.arrived(key, ids);
	const memory = memoryOf(key);
	const areFirst = await Promise.all(ids.map(async (id) => await memory.isFirst(id, record)));
	const passed = items.map((item, index) => ({ ...item, pairedItem: { item: index } }));
	return [passed.filter((_, index) => areFirst[index] || mode === 'retry')];
}

function memoryOf(trigger: string): EventMemory {
	const known = memories.get(trigger) ?? new EventMemory(realClock(undefined));
	memories.set(trigger, known);
	return known;
}
