import type { IExecuteFunctions } from 'n8n-workflow';

import { placeOf, workflowOf } from '../run/place';
import type { StitchEvent } from './event';

/** What identifies a change: the message that brought it, and what it says. */
export type Recognized = Pick<StitchEvent, 'changeKey' | 'eventId' | 'status'>;

/** An object can take these more than once: a payout can pause again, and a paused consent is granted again. */
const repeatable = ['granted', 'paused', 'pending', 'processing', 'submitted'];

/** Whether an object can take a status more than once, so that its `changeKey` stands for several changes. */
export function canComeTwice(status: string): boolean {
	return repeatable.includes(status);
}

/** For whom n8n keeps what has started the workflow: for each trigger, or for all of a workflow together. */
type Scope = 'node' | 'workflow';

export function scopeOf({ oncePerWorkflow }: { oncePerWorkflow: boolean }): Scope {
	return oncePerWorkflow ? 'workflow' : 'node';
}

/** n8n keeps a workflow's list for all nodes that ask for it, such as Remove Duplicates. */
function ofWorkflow(ids: readonly string[]): string[] {
	return ids.map((id) => `stitch:${id}`);
}

/** Whichever trigger writes the list of a workflow cuts it: as long as the longest that one of them needs. */
const mostOfWorkflow = 50_000;

/** The changes of one execution: for each, the IDs by which it is recognised. */
interface Waiting {
	changes: string[][];
	/** Records IDs in n8n's database and returns those that were not there. */
	record(ids: string[]): Promise<string[]>;
	resolve(areFirst: boolean[]): void;
	reject(cause: unknown): void;
}

/** What has come, by node or workflow, since its last recording began: n8n rewrites a node's whole list each time. */
const queues = new Map<string, Waiting[]>();

/** What each execution was answered, by what n8n hands to all of its tries and to no other. */
const answers = new WeakMap<object, boolean[]>();

/** What a recording that failed, or is under way, may have recorded: node or workflow, and ID. */
const inDoubt = new Set<string>();

/**
 * Which of these changes have not started the workflow yet. A change is known by its message and, where
 * no object takes its status twice, by what it says: two messages about one payment start it once.
 *
 * Within a process the answer is exact, because recordings run one after the other. n8n's helper reads
 * the list, adds to it and writes it back without a lock, so two workers can both get a yes in the same
 * instant.
 *
 * A recording that fails may have been stored all the same, so its changes count as new once more in
 * this process: rather a second start than a lost change. After a restart or on another worker they may
 * be known; Retry of the execution that failed passes them.
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
	scope: Scope = 'node',
): Promise<boolean[]> {
	const mode = context.getMode();
	const all = changes.map(() => true);
	if (mode === 'manual' || all.length === 0) return all;
	// With Retry On Fail, n8n runs a node again whose first item has an `error`, and drops what the try
	// before gave. What that try recorded must not count as another execution's.
	const execution = context.getExecuteData();
	const before = answers.get(execution);
	if (before !== undefined) return before;
	const ids = changes.map(({ changeKey, eventId, status }) =>
		canComeTwice(status ?? '') ? [eventId] : [eventId, changeKey],
	);
	const areFirst =
		scope === 'workflow'
			? await recordInTurn(
					context,
					ids.map(ofWorkflow),
					Math.max(maxEntries, mostOfWorkflow),
					scope,
				)
			: await recordInTurn(context, ids, maxEntries, scope);
	if (mode === 'retry') return all;
	answers.set(execution, areFirst);
	return areFirst;
}

async function recordInTurn(
	context: IExecuteFunctions,
	changes: string[][],
	maxEntries: number,
	scope: Scope,
): Promise<boolean[]> {
	const place = scope === 'workflow' ? workflowOf(context) : placeOf(context);
	const record = async (ids: string[]) => {
		const how = { mode: 'entries', maxEntries } as const;
		return (await context.helpers.checkProcessedAndRecord(ids, scope, how)).new.map(String);
	};
	return await new Promise((resolve, reject) => {
		const waiting = { changes, record, resolve, reject };
		const queue = queues.get(place);
		if (queue !== undefined) queue.push(waiting);
		else void recordAll(place, [waiting]);
	});
}

async function recordAll(place: string, first: Waiting[]): Promise<void> {
	for (let batch = first; batch.length > 0; batch = queues.get(place) ?? []) {
		queues.set(place, []);
		await recordTogether(place, batch);
	}
	queues.delete(place);
}

async function recordTogether(place: string, batch: readonly Waiting[]): Promise<void> {
	const ids = [...new Set(batch.flatMap(({ changes }) => changes.flat()))];
	const record = async () => await recordNew(place, ids, (batch[0] as Waiting).record);
	try {
		// Of two workers that write a node's very first list, one fails.
		const left = await record().catch(record);
		for (const { changes, resolve } of batch) {
			resolve(changes.map((change) => isFirst(change, left)));
		}
	} catch (cause) {
		for (const { reject } of batch) reject(cause);
	}
}

/** Records these IDs. @returns those that were not recorded before, and those of which that is in doubt */
async function recordNew(
	place: string,
	ids: string[],
	record: Waiting['record'],
): Promise<Set<string>> {
	const doubtful = ids.filter((id) => inDoubt.has(`${place}/${id}`));
	// Until the database answers; where it does not, they stay.
	for (const id of ids) inDoubt.add(`${place}/${id}`);
	const added = await record(ids);
	for (const id of ids) inDoubt.delete(`${place}/${id}`);
	return new Set([...added, ...doubtful]);
}

/** Takes the IDs of a change out of those that were not recorded yet; all must be among them. */
function isFirst(ids: readonly string[], left: Set<string>): boolean {
	const areNew = ids.every((id) => left.has(id));
	for (const id of ids) left.delete(id);
	return areNew;
}
