import type { Clock } from '../transport/clock';

/**
 * Records ids in the database and returns those that were not there before: n8n's helper, which
 * reads a list, adds to it and writes it back, without a lock.
 */
export type RecordIds = (ids: string[]) => Promise<string[]>;

interface Waiting {
	id: string;
	resolve: (isFirst: boolean) => void;
	reject: (cause: unknown) => void;
}

/** Longer than a recording takes, and well below the sender's smallest retry gap of 5 s. */
const settleMs = 500;

/** After so many looks an id is left as it is: the database does not answer. */
const mostLooks = 40;

/** Pause after a recording: each writes the whole list, so the events of a burst go together. */
const gatherMs = 20;

/** After a recording was lost, so many keep a distance from the one before, */
const carefulRecordings = 100;

/** of up to so many times its duration: the database is then left alone most of the time. */
const longestDistance = 10;

const retryPauseMs = 200;

/**
 * Tells the first delivery of an event from its repetitions, for one trigger node.
 *
 * Within this process it is exact: one recording is under way at a time, and ids that arrive
 * meanwhile go together in the next. Another process may write back a list that it read before our
 * ids were in it. So every id is looked for again once all recordings of its time have ended, until
 * it is found: from then on it is in every list that anyone reads.
 */
export class EventMemory {
	private waiting: Waiting[] = [];

	private lastTurn: Promise<void> = Promise.resolve();

	/** Ids that were recorded and not found again yet, with the time of their recording. */
	private readonly unsettled = new Map<string, { since: number; looks: number }>();

	private settling = false;

	private careful = 0;

	constructor(private readonly clock: Clock) {}

	/**
	 * Whether this is the first time that the id is seen.
	 * @throws what `record` throws; nobody knows then whether the id was seen before
	 */
	async isFirst(id: string, record: RecordIds): Promise<boolean> {
		return await new Promise((resolve, reject) => {
			this.waiting.push({ id, resolve, reject });
			if (this.waiting.length === 1) this.inTurn(async () => await this.recordWaiting(record));
		});
	}

	/** Runs `work`, which must not throw, when everything before it is done. */
	private async inTurn(work: () => Promise<void>): Promise<void> {
		this.lastTurn = this.lastTurn.then(work);
		await this.lastTurn;
	}

	private async recordWaiting(record: RecordIds): Promise<void> {
		const batch = this.waiting.splice(0);
		const startedAt = this.clock.now();
		const ids = [...new Set(batch.map(({ id }) => id))];
		try {
			const first = new Set(await this.recordStubbornly(ids, record));
			// Of several deliveries in one batch, one is the first.
			for (const { id, resolve } of batch) resolve(first.delete(id));
		} catch (cause) {
			for (const { reject } of batch) reject(cause);
			return;
		}
		for (const id of ids) this.unsettled.set(id, { since: this.clock.now(), looks: 0 });
		void this.settle(record);
		await this.keepDistance(this.clock.now() - startedAt);
	}

	/**
	 * Tries twice: two processes that write the first id of all at the same instant cannot both. An
	 * id that is there at the second try may be there through the first, so it is neither taken for
	 * new nor for a repetition.
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

	/** Two processes that record without a break would overwrite each other for ever. */
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
		const now = this.clock.now();
		const due = [...this.unsettled].filter(([, { since }]) => now - since >= settleMs);
		if (due.length === 0) return;
		const ids = due.map(([id]) => id);
		const lost = new Set(await record(ids).catch(() => ids));
		if (lost.size > 0) this.careful = carefulRecordings;
		for (const [id, { looks }] of due) {
			if (lost.has(id) && looks < mostLooks) {
				this.unsettled.set(id, { since: this.clock.now(), looks: looks + 1 });
			} else {
				this.unsettled.delete(id);
			}
		}
	}
}
