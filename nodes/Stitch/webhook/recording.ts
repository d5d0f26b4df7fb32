import { realClock } from '../transport/clock';

/** Changes that n8n is to keep. */
export interface Recording {
	/** The node or workflow that n8n keeps a list of. */
	list: string;
	/** For each change, the IDs by which it is recognised. */
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

/** Changes are recorded again after one to two seconds, and so often at most. Stitch sends an event again after five. */
const againMs = 1000;
const mostTimes = 3;

const clock = realClock();

/** What this process knows of a list of n8n that is not in the list yet, or perhaps not. */
class PendingRecordings {
	/** Those that have arrived since the last recording began: n8n rewrites a whole list each time. */
	private waiting: Waiting[] = [];

	private isRecording = false;

	/** IDs that a recording may have added that failed or is under way. */
	private readonly doubtful = new Set<string>();

	async add(recording: Recording, isAgain: boolean): Promise<boolean[]> {
		return await new Promise((resolve, reject) => {
			this.waiting.push({ ...recording, isAgain, resolve, reject });
			if (!this.isRecording) void this.recordAll();
		});
	}

	private async recordAll(): Promise<void> {
		this.isRecording = true;
		while (this.waiting.length > 0) await this.recordTogether(this.waiting.splice(0));
		this.isRecording = false;
	}

	private async recordTogether(batch: readonly Waiting[]): Promise<void> {
		try {
			// Of two workers that write a node's very first list, one fails.
			const left = await this.record(batch).catch(async () => await this.record(batch));
			for (const { changes, resolve } of batch) {
				resolve(changes.map((change) => isFirst(change, left)));
			}
		} catch (cause) {
			for (const { reject } of batch) reject(cause);
		}
	}

	/** Records all IDs. @returns those that were not recorded before, and those of which that is in doubt */
	private async record(batch: readonly Waiting[]): Promise<Set<string>> {
		const ids = idsOf(batch);
		const [{ record }] = batch as [Waiting];
		const doubtful = ids.filter((id) => this.doubtful.has(id));
		// Until the database answers; if it does not, they stay.
		const uncertain = idsOf(batch.filter(({ isAgain }) => !isAgain));
		for (const id of uncertain) this.doubtful.add(id);
		const added = await record(ids);
		for (const id of uncertain) this.doubtful.delete(id);
		return new Set([...added, ...doubtful]);
	}
}

const pending = new Map<string, PendingRecordings>();

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
	const known = pending.get(recording.list) ?? new PendingRecordings();
	pending.set(recording.list, known);
	return await known.add(recording, isAgain);
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

function idsOf(batch: readonly Waiting[]): string[] {
	return [...new Set(batch.flatMap(({ changes }) => changes.flat()))];
}

/** Takes the IDs of a change out of those that were not recorded yet; all must be among them. */
function isFirst(ids: readonly string[], left: Set<string>): boolean {
	const areNew = ids.every((id) => left.has(id));
	for (const id of ids) left.delete(id);
	return areNew;
}
