import type { Clock } from '../transport/clock';

/**
 * Records ids in the database and returns those that were not there before. This is n8n's helper: it
 * reads a list, adds to it and writes it back, without a lock.
 */
export type RecordIds = (ids: string[]) => Promise<string[]>;

interface Waiting {
	id: string;
	whenKept: () => void;
	resolve: (isFirst: boolean) => void;
	reject: (cause: unknown) => void;
}

/** Longer than a recording takes, and well below the sender's smallest retry gap of 5 s. */
const settleMs = 500;

/** Stops looking for an id after this many attempts: the database is not answering. */
const mostLooks = 40;

/** Pause after a recording. Each one writes the whole list, so the events of a burst share one. */
const gatherMs = 20;

/** After a recording was lost, this many recordings keep a distance from the one before. */
const carefulRecordings = 100;

/**
 * The longest such distance, in durations of the one before: the database is then left alone most of
 * the time.
 */
const longestDistance = 10;

const retryPauseMs = 200;

/**
 * Tells what comes for the first time from its repetitions, for one list of ids: that of a trigger
 * node, or the one that the triggers of a workflow share.
 *
 * Within this process it is exact: only one recording runs at a time, and ids that arrive meanwhile
 * are recorded together in the next. Another process may write back a list that it read before our
 * ids were in it. So once all recordings that ran at the same time have ended, every id is looked up
 * again, until it is found: from then on it is in every list that anyone reads.
 */
export class EventMemory {
	private waiting: Waiting[] = [];

	private lastTurn: Promise<void> = Promise.resolve();

	/** Ids that were recorded but not found again yet, with the time of their recording. */
	private readonly unsettled = new Map<string, { since: number; looks: number }>();

	/** What runs when an id is found again. */
	private readonly whenKept = new Map<string, () => void>();

	private settling = false;

	private careful = 0;

	constructor(private readonly clock: Clock) {}

	/**
	 * Whether this is the first time that the id is seen.
	 * @param whenKept runs once every process is sure to recognize an id that was seen for the first
	 * time; never, where that could not be found out
	 * @throws what `record` throws; it is then unknown whether the id was seen before
	 */
	async isFirst(id: string, record: RecordIds, whenKept = () => {}): Promise<boolean> {
		return await new Promise((resolve, reject) => {
			this.waiting.push({ id, whenKept, resolve, reject });
			if (this.waiting.length === 1) this.inTurn(async () => await this.recordWaiting(record));
		});
	}

	/** Runs `work`, which must not throw, when all earlier work is done. */
	private async inTurn(work: () => Promise<void>): Promise<void> {
		this.lastTurn = this.lastTurn.then(work);
		await this.lastTurn;
	}

	private async recordWaiting(record: RecordIds): Promise<void> {
		const batch = this.waiting.splice(0);
		const startedAt = this.clock.elapsed();
		const ids = [...new Set(batch.map(({ id }) => id))];
		try {
			const first = new Set(await this.recordStubbornly(ids, record));
			// Of several deliveries in one batch, one is the first.
			for (const { id, whenKept, resolve } of batch) {
				const isFirst = first.delete(id);
				if (isFirst) this.whenKept.set(id, whenKept);
				resolve(isFirst);
			}
		} catch (cause) {
			for (const { reject } of batch) reject(cause);
			return;
		}
		for (const id of ids) this.unsettled.set(id, { since: this.clock.elapsed(), looks: 0 });
		void this.settle(record);
		await this.keepDistance(this.clock.elapsed() - startedAt);
	}

	/**
	 * Tries twice: if two processes write the very first id at the same instant, only one succeeds. An
	 * id that is found by the second try may have been written by the first, so it counts neither as
	 * new nor as a repetition.
	 */
	private async recordStubbornly(ids: string[], record: RecordIds): Promise<string[]> {
		const attempt = await record(ids).then(
			(first) => ({ first }),
			(cause: unknown) => ({ cause }),
		);
		if ('first' in attempt) return attempt.first;
		await this.clock.pause(retryPauseMs * this.clock.random());
		const first = await record(ids);
		if (first.length < ids.length) throw attempt.cause;
		return first;
	}

	/** Two processes that record without pausing would keep overwriting each other. */
	private async keepDistance(recordingTook: number): Promise<void> {
		if (this.careful === 0) return await this.clock.pause(gatherMs);
		this.careful--;
		const distance = longestDistance * (recordingTook + 1) * this.clock.random();
		await this.clock.pause(Math.max(gatherMs, distance));
	}

	private async settle(record: RecordIds): Promise<void> {
		if (this.settling) return;
		this.settling = true;
		while (this.unsettled.size > 0) {
			await this.clock.pause(settleMs * (1 + this.clock.random()));
			await this.inTurn(async () => await this.lookAgain(record));
		}
		this.settling = false;
	}

	private async lookAgain(record: RecordIds): Promise<void> {
		const now = this.clock.elapsed();
		const due = [...this.unsettled].filter(([, { since }]) => now - since >= settleMs);
		if (due.length === 0) return;
		const ids = due.map(([id]) => id);
		const lost = new Set(await record(ids).catch(() => ids));
		if (lost.size > 0) this.careful = carefulRecordings;
		for (const [id, { looks }] of due) {
			if (lost.has(id) && looks < mostLooks) {
				this.unsettled.set(id, { since: this.clock.elapsed(), looks: looks + 1 });
				continue;
			}
			if (!lost.has(id)) this.whenKept.get(id)?.();
			this.whenKept.delete(id);
			this.unsettled.delete(id);
		}
	}
}
