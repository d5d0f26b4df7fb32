import { realClock } from '../transport/clock';

/** Changes that n8n is to keep: for each, the IDs by which it is recognised. */
export interface Recording {
	/** The node or workflow that n8n keeps a list of. */
	place: string;
	changes: string[][];
	/** Adds IDs to the list and returns those that were not in it. */
	record(ids: string[]): Promise<string[]>;
}

interface Waiting extends Recording {
	/** Whether the changes were recorded before, so that a failure leaves nothing in doubt. */
	isAgain: boolean;
	resolve(areFirst: boolean[]): void;
	reject(cause: unknown): void;
}

/**
 * The changes that have arrived, by place, since the last recording began: n8n rewrites a whole list each
 * time.
 */
const queues = new Map<string, Waiting[]>();

/** Changes that a recording may have recorded that failed or is under way: place and ID. */
const inDoubt = new Set<string>();

/** Changes are recorded again after one to two seconds, and so often at most. Stitch sends an event again after five. */
const againMs = 1000;
const mostTimes = 3;

const clock = realClock();

/**
 * Records changes, and says which of them are recorded for the first time.
 *
 * Within a process the answer is exact, because recordings run one after the other. n8n's helper reads
 * the list, adds to it and writes it back without a lock, so two workers can both get a yes in the same
 * instant.
 *
 * A recording that fails may have been stored all the same, so its changes count as new once more in
 * this process: rather a second start than a lost change. After a restart or on another worker they may
 * be known.
 * @throws what n8n's database throws
 */
export async function recordInTurn(recording: Recording, isAgain = false): Promise<boolean[]> {
	const { place } = recording;
	return await new Promise((resolve, reject) => {
		const waiting = { ...recording, isAgain, resolve, reject };
		const queue = queues.get(place);
		if (queue !== undefined) queue.push(waiting);
		else void recordAll(place, [waiting]);
	});
}

/**
 * Records what was recorded once more, until it was still there: of two workers that write a list in the same
 * moment, the second one drops what the first has added, and a later copy would start the workflow again.
 */
export async function recordAgain(recording: Recording): Promise<void> {
	const { changes } = recording;
	for (let time = 0; changes.length > 0 && time < mostTimes; time++) {
		// Two workers must not meet again. And not a pause, which would keep a process from ending.
		await clock.within(againMs * (1 + clock.random()), new Promise<never>(() => {}));
		const wereLost = await recordInTurn(recording, true).catch(() => [true]);
		if (!wereLost.includes(true)) return;
	}
}

async function recordAll(place: string, first: Waiting[]): Promise<void> {
	for (let batch = first; batch.length > 0; batch = queues.get(place) ?? []) {
		queues.set(place, []);
		await recordTogether(batch);
	}
	queues.delete(place);
}

async function recordTogether(batch: readonly Waiting[]): Promise<void> {
	try {
		// Of two workers that write a node's very first list, one fails.
		const left = await recordNew(batch).catch(async () => await recordNew(batch));
		for (const { changes, resolve } of batch) {
			resolve(changes.map((change) => isFirst(change, left)));
		}
	} catch (cause) {
		for (const { reject } of batch) reject(cause);
	}
}

/** Records all IDs. @returns those that were not recorded before, and those of which that is in doubt */
async function recordNew(batch: readonly Waiting[]): Promise<Set<string>> {
	const ids = idsOf(batch);
	const [{ place, record }] = batch as [Waiting];
	const doubtful = ids.filter((id) => inDoubt.has(`${place}/${id}`));
	// Until the database answers; if it does not, they stay.
	const uncertain = idsOf(batch.filter(({ isAgain }) => !isAgain));
	for (const id of uncertain) inDoubt.add(`${place}/${id}`);
	const added = await record(ids);
	for (const id of uncertain) inDoubt.delete(`${place}/${id}`);
	return new Set([...added, ...doubtful]);
}

function idsOf(batch: readonly Waiting[]): string[] {
	return [...new Set(batch.flatMap(({ changes }) => changes.flat()))];
}

/** Takes the IDs of a change out of those that were not recorded yet; all must be among them. */
function isFirst(ids: readonly string[], left: Set<string>): boolean {
	const areNew = ids.every((id) => left.has(id));
	for (const id of ids) left.delete(id);
	return areNew;
}
