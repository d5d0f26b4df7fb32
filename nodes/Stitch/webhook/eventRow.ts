import { createHash } from 'crypto';
import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';

import type { RecordIds } from './eventMemory';

/** The row that one event has for itself in n8n's table of processed data. */
export interface EventRow {
	/**
	 * Adds entries to the row, which is created if it does not exist yet.
	 * @returns the entries that were not there before
	 * @throws also when another process creates the row at the same moment
	 */
	record(entries: string[]): Promise<string[]>;
	/**
	 * Only to be called when something is recorded.
	 * @throws {NodeOperationError} if n8n does not keep this row apart
	 */
	expectOwn(): Promise<void>;
	remove(): Promise<void>;
}

const asEntries = { mode: 'entries' } as const;

/** No event has this id. */
const noEvent = '';

/** In the place of a node's ID, for what the triggers of a workflow share. */
const allTriggers = 'stitchPayments';

/**
 * n8n keeps one row for each node, and the id of the workflow and that of the node are its primary
 * key. With the event's id behind the node's, each event has a row of its own, which the database
 * creates for one process only.
 */
export function eventRow(context: IExecuteFunctions, eventId: string): EventRow {
	return rowOf(context, context.getExecuteData().node.id, eventId);
}

/** As `eventRow`, for a change that any trigger of the workflow may tell of. */
export function changeRow(context: IExecuteFunctions, change: string): EventRow {
	return rowOf(context, allTriggers, change);
}

function rowOf(context: IExecuteFunctions, owner: string, id: string): EventRow {
	const { helpers } = context;
	const name = nameOf(owner, id);
	return {
		record: async (entries) => await addTo(context, name, entries),
		expectOwn: async () => await expectApart(context, owner, 'Several Workers'),
		async remove() {
			const clear = async () => await helpers.clearAllProcessedItems('node', asEntries);
			await underName(context, name, clear);
		},
	};
}

/** Records in the row of the node, which keeps so many entries. */
export function recordForNode({ helpers }: IExecuteFunctions, maxEntries: number): RecordIds {
	return async (ids) => {
		const how = { ...asEntries, maxEntries };
		return (await helpers.checkProcessedAndRecord(ids, 'node', how)).new.map(String);
	};
}

/**
 * Records in a row that all triggers of the workflow share. It is not the one that n8n has for a
 * workflow: nodes such as Remove Duplicates write to that, and clear it.
 */
export function recordForWorkflow(context: IExecuteFunctions, maxEntries: number): RecordIds {
	return async (ids) => {
		await expectApart(context, allTriggers, 'Once Across Triggers');
		return await addTo(context, allTriggers, ids, maxEntries);
	};
}

async function addTo(
	context: IExecuteFunctions,
	name: string,
	entries: string[],
	maxEntries?: number,
): Promise<string[]> {
	const how = { ...asEntries, ...(maxEntries !== undefined && { maxEntries }) };
	const { new: added } = await underName(
		context,
		name,
		async () => await context.helpers.checkProcessedAndRecord(entries, 'node', how),
	);
	return added.map(String);
}

/** n8n allows a name of 255 characters. */
function nameOf(owner: string, id: string): string {
	return `${owner}:${createHash('sha256').update(id).digest('hex')}`;
}

/**
 * Starts `call` while the node has another name in the place of its id. n8n reads the id before it
 * first waits, so the id is back before any other code runs.
 */
function underName<Answer>(
	context: IExecuteFunctions,
	name: string,
	call: () => Promise<Answer>,
): Promise<Answer> {
	const { node } = context.getExecuteData();
	const { id } = node;
	node.id = name;
	try {
		return call();
	} finally {
		node.id = id;
	}
}

/**
 * Were everything in the node's row, removing the row of one event would forget them all, and nothing
 * would be shared.
 * @throws {NodeOperationError}
 */
async function expectApart(context: IExecuteFunctions, owner: string, option: string) {
	const count = async () => await context.helpers.getProcessedDataCount('node', asEntries);
	if ((await underName(context, nameOf(owner, noEvent), count)) === 0) return;
	const message = `${option} cannot be used with this version of n8n`;
	throw new NodeOperationError(context.getNode(), message, {
		description: `Turn the option ${option} of this node off and publish the workflow again. Then retry this execution.`,
	});
}
