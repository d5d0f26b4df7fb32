import { createHash } from 'crypto';
import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';

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

/**
 * n8n keeps one row for each node, and the id of the workflow and that of the node are its primary
 * key. With the event's id behind the node's, each event has a row of its own, which the database
 * creates for one process only.
 */
export function eventRow(context: IExecuteFunctions, eventId: string): EventRow {
	const { helpers } = context;
	return {
		async record(entries) {
			const { new: added } = await underName(
				context,
				eventId,
				async () => await helpers.checkProcessedAndRecord(entries, 'node', asEntries),
			);
			return added.map(String);
		},
		async expectOwn() {
			const count = async () => await helpers.getProcessedDataCount('node', asEntries);
			if ((await underName(context, noEvent, count)) > 0) throw unusable(context);
		},
		async remove() {
			const clear = async () => await helpers.clearAllProcessedItems('node', asEntries);
			await underName(context, eventId, clear);
		},
	};
}

/**
 * Starts `call` while the node has a name for this event in the place of its id. n8n reads the id
 * before it first waits, so the id is back before any other code runs.
 */
function underName<Answer>(
	context: IExecuteFunctions,
	eventId: string,
	call: () => Promise<Answer>,
): Promise<Answer> {
	const { node } = context.getExecuteData();
	const { id } = node;
	// n8n allows a name of 255 characters.
	node.id = `${id}:${createHash('sha256').update(eventId).digest('hex')}`;
	try {
		return call();
	} finally {
		node.id = id;
	}
}

/** Were all events in the node's row, `remove` would forget them all. */
function unusable(context: IExecuteFunctions): NodeOperationError {
	const message = 'Several Workers cannot be used with this version of n8n';
	return new NodeOperationError(context.getNode(), message, {
		description:
			'Turn the option Several Workers of this node off and publish the workflow again. Then retry this execution.',
	});
}
