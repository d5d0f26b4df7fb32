import type { IExecuteFunctions } from 'n8n-workflow';

import { placeOf, workflowOf } from '../run/place';
import { canComeTwice } from './catalogue';
import type { StitchEvent } from './event';
import { recordAgain, recordInTurn, type Recording } from './recording';
import type { TriggerOptions } from './settings';

/** What identifies a change: the message that reported it, and its contents. */
export type Recognized = Pick<StitchEvent, 'changeKey' | 'event' | 'eventId'>;

/** Whichever trigger writes the list of a workflow cuts it: as long as the longest that one of them needs. */
const mostOfWorkflow = 50_000;

/**
 * The answer that each execution got, by an object that n8n hands to all of its tries and to no other
 * execution.
 */
const answers = new WeakMap<object, boolean[]>();

/**
 * Which of these changes have not started the workflow yet. A change is known by its message and, where
 * no object takes its status twice, by what it says: two messages about one payment start it once.
 *
 * After a recording that failed, Retry of the execution passes its changes.
 *
 * Tests in the editor and retries by hand are deliberate and always pass. A test is not even recorded,
 * because the same event may be on its way to the production address.
 * @param maxEntries how many IDs n8n keeps for this node: two for a change whose message has another ID
 * than the change itself, otherwise one
 * @throws what n8n's database throws
 */
export async function areFirstDeliveries(
	context: IExecuteFunctions,
	changes: readonly Recognized[],
	maxEntries: number,
	{ oncePerWorkflow }: Pick<TriggerOptions, 'oncePerWorkflow'>,
): Promise<boolean[]> {
	const mode = context.getMode();
	const all = changes.map(() => true);
	if (mode === 'manual' || all.length === 0) return all;
	// With Retry On Fail, n8n runs a node again whose first item has an `error`, and drops what the try
	// before returned. What that try recorded must not count as another execution's.
	const execution = context.getExecuteData();
	const before = answers.get(execution);
	if (before !== undefined) return before;
	const ids = changes.map(({ changeKey, event, eventId }) =>
		// Its `changeKey` then stands for several changes.
		canComeTwice(event) ? [eventId] : [eventId, changeKey],
	);
	const node = nodeRecording(context, ids, maxEntries);
	const recording = oncePerWorkflow ? workflowRecording(context, ids, maxEntries) : node;
	const areNew = await recordInTurn(recording);
	const areFirst = oncePerWorkflow ? await alsoNewToNode(areNew, node) : areNew;
	void recordAgain({ ...recording, changes: recording.changes.filter((_, at) => areFirst[at]) });
	if (mode === 'retry') return all;
	answers.set(execution, areFirst);
	return areFirst;
}

/**
 * Which of the changes that are new to the workflow's list are new to the trigger's own as well. It is kept
 * beside the other one for the day on which somebody turns the option on or off. Where n8n's database fails
 * now, the workflow's list decides alone: its answer stands, and no change is lost.
 */
async function alsoNewToNode(areNew: readonly boolean[], node: Recording): Promise<boolean[]> {
	const areNewToNode = await recordInTurn(node).catch(() => areNew);
	return areNew.map((isNew, at) => isNew && areNewToNode[at] === true);
}

function nodeRecording(
	context: IExecuteFunctions,
	changes: string[][],
	maxEntries: number,
): Recording {
	return { list: placeOf(context), changes, record: recordIn(context, 'node', maxEntries) };
}

function workflowRecording(
	context: IExecuteFunctions,
	changes: string[][],
	maxEntries: number,
): Recording {
	return {
		list: workflowOf(context),
		// n8n keeps a workflow's list for all nodes that ask for it, such as Remove Duplicates.
		changes: changes.map((ids) => ids.map((id) => `stitch:${id}`)),
		record: recordIn(context, 'workflow', Math.max(maxEntries, mostOfWorkflow)),
	};
}

function recordIn(
	{ helpers }: IExecuteFunctions,
	scope: 'node' | 'workflow',
	maxEntries: number,
): Recording['record'] {
	return async (ids) => {
		const how = { mode: 'entries', maxEntries } as const;
		return (await helpers.checkProcessedAndRecord(ids, scope, how)).new.map(String);
	};
}
