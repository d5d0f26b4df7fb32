import type { IExecuteFunctions } from 'n8n-workflow';

import type { StitchEvent } from './event';

/** What tells one change from all others: the message that brought it, and what it says. */
export type Recognized = Pick<StitchEvent, 'changeKey' | 'eventId' | 'status'>;

/** An object can take these more than once: a payout that paused may be submitted and pause again. */
const repeatable = ['paused', 'pending', 'processing', 'submitted'];

/** Whether an object can take a status more than once. */
export function canComeTwice(status: string): boolean {
	return repeatable.includes(status);
}

/** The changes of one execution: for each, the IDs by which it is recognized. */
interface Waiting {
	changes: string[][];
	/** Records IDs in n8n's database and returns those that were not there. */
	record(ids: string[]): Promise<string[]>;
	resolve(areFirst: boolean[]): void;
	reject(cause: unknown): void;
}

/** What has come, by node, since its last recording began: n8n rewrites a node's whole list each time. */
const queues = new Map<string, Waiting[]>();

/** What became of the tries of one execution, by what n8n hands to all of them and to no other. */
const tries = new WeakMap<object, { areFirst: boolean[] } | { failure: unknown }>();

/**
 * Which of these changes have not started the workflow yet. A change is known by its message and, where
 * no object takes its status twice, by what it says: two messages about one payment start it once.
 *
 * Within a process the answer is exact, because recordings run one after the other. n8n's helper reads
 * the list, adds to it and writes it back without a lock, so two workers can both get a yes in the same
 * instant.
 *
 * Tests in the editor and retries by hand are deliberate and always pass. A test is not even recorded,
 * because the same event may be on its way to the production address.
 * @param rememberedEvents how many changes n8n keeps for this node
 * @throws what n8n's database throws: nothing counts as told then
 */
export async function areFirstDeliveries(
	context: IExecuteFunctions,
	changes: readonly Recognized[],
	rememberedEvents: number,
): Promise<boolean[]> {
	const mode = context.getMode();
	const all = changes.map(() => true);
	if (mode === 'manual' || all.length === 0) return all;
	const ids = changes.map(({ changeKey, eventId, status }) =>
		canComeTwice(status ?? '') ? [eventId] : [eventId, changeKey],
	);
	const ask = async () => await recordInTurn(context, ids, 2 * rememberedEvents);
	if (mode !== 'retry') return await inOneAnswer(context.getExecuteData(), ask);
	await ask();
	return all;
}

/**
 * With Retry On Fail, n8n runs a node again that threw or whose first item has an `error`, and drops
 * what the try before gave. What that try recorded must not count as told by another execution.
 */
async function inOneAnswer(execution: object, ask: () => Promise<boolean[]>): Promise<boolean[]> {
	const before = tries.get(execution);
	if (before !== undefined && 'areFirst' in before) return before.areFirst;
	const asked = ask().then((areFirst) => {
		// The try that failed may have recorded what is found now.
		if (before !== undefined && areFirst.includes(false)) throw before.failure;
		return areFirst;
	});
	await asked.then(
		(areFirst) => tries.set(execution, { areFirst }),
		(failure: unknown) => tries.set(execution, { failure }),
	);
	return await asked;
}

async function recordInTurn(
	context: IExecuteFunctions,
	changes: string[][],
	maxEntries: number,
): Promise<boolean[]> {
	const node = `${context.getWorkflow().id}/${context.getNode().id}`;
	const record = async (ids: string[]) => {
		const how = { mode: 'entries', maxEntries } as const;
		return (await context.helpers.checkProcessedAndRecord(ids, 'node', how)).new.map(String);
	};
	return await new Promise((resolve, reject) => {
		const waiting = { changes, record, resolve, reject };
		const queue = queues.get(node);
		if (queue !== undefined) queue.push(waiting);
		else void recordAll(node, [waiting]);
	});
}

async function recordAll(node: string, first: Waiting[]): Promise<void> {
	for (let batch = first; batch.length > 0; batch = queues.get(node) ?? []) {
		queues.set(node, []);
		await recordTogether(batch);
	}
	queues.delete(node);
}

async function recordTogether(batch: readonly Waiting[]): Promise<void> {
	const ids = [...new Set(batch.flatMap(({ changes }) => changes.flat()))];
	const record = async () => await (batch[0] as Waiting).record(ids);
	try {
		let doubt: { cause: unknown } | undefined;
		const added = await record().catch(async (cause: unknown) => {
			// Of two workers that write a node's very first list, one fails.
			doubt = { cause };
			return await record();
		});
		const left = new Set(added);
		for (const { changes, resolve, reject } of batch) {
			const areFirst = changes.map((change) => isFirst(change, left));
			if (doubt !== undefined && areFirst.includes(false)) reject(doubt.cause);
			else resolve(areFirst);
		}
	} catch (cause) {
		for (const { reject } of batch) reject(cause);
	}
}

/** Takes the IDs of a change out of those that nobody had recorded; all must be among them. */
function isFirst(ids: readonly string[], left: Set<string>): boolean {
	const areNew = ids.every((id) => left.has(id));
	for (const id of ids) left.delete(id);
	return areNew;
}
