import type { Clock } from './clock';
import { ConcurrencyLimit, type Started } from './concurrencyLimit';
import type { FailureDetails } from './failure';
import { Pacer, type Turn } from './pacer';

/** How many requests of a run are under way, and how fast they follow each other. */
export class Traffic {
	private readonly pacer: Pacer;

	private readonly limit: ConcurrencyLimit;

	/** @param concurrency what the user chose; undefined to find it */
	constructor(clock: Clock, concurrency?: number) {
		this.pacer = new Pacer(clock);
		this.limit = new ConcurrencyLimit(clock, concurrency);
	}

	/** How many requests may be under way now. */
	get atOnce(): number {
		return this.limit.atOnce;
	}

	/** For how many more milliseconds the service has asked for no requests. */
	askedMs(): number {
		return this.pacer.askedMs();
	}

	/**
	 * Makes an attempt when there is room for it and its turn has come.
	 * @param attempt is given the turn; undefined if that would be later than `until`
	 */
	async inTurn<Outcome>(
		until: number | undefined,
		attempt: (turn: Turn | undefined) => Promise<Outcome>,
	): Promise<Outcome> {
		await this.limit.enter();
		try {
			return await attempt(await this.pacer.turn(until));
		} finally {
			this.limit.leave();
		}
	}

	/** A request is sent; `end` says that it is no longer under way. */
	start(): Started {
		return this.limit.start();
	}

	end(): void {
		this.limit.end();
	}

	/** What came of a request; undefined for a success. */
	note(failure: FailureDetails | undefined, turn: Turn, started: Started): void {
		const { kind, status = 0, retryAfterMs } = failure ?? {};
		const isMissed = kind === 'answerLost' || kind === 'notConnected' || status >= 500;
		// A 429 is a matter of pace alone, and what was not answered of how many are under way.
		if (status === 429) this.pacer.refused(turn, retryAfterMs);
		else if (isMissed) this.limit.overloaded(started);
		else if (failure === undefined || status >= 400) {
			this.pacer.accepted(turn);
			this.limit.answered(started);
		}
	}
}
