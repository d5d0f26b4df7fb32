import type { Clock } from './clock';
import { ConcurrencyLimit, type Started } from './concurrencyLimit';
import type { FailureDetails } from './failure';
import { Pacer, type Turn } from './pacer';

/** How many requests of a run are under way, and how fast they follow each other. */
export class Traffic {
	private readonly pacer: Pacer;

	private readonly limit: ConcurrencyLimit;

	/**
	 * @param mostAskedMs when the service asks for no requests for longer, nobody waits
	 * @param concurrency what the user chose; undefined to find it
	 */
	constructor(clock: Clock, mostAskedMs: number, concurrency?: number, stop?: AbortSignal) {
		this.pacer = new Pacer(clock, mostAskedMs, stop);
		this.limit = new ConcurrencyLimit(clock, concurrency);
	}

	/** How many requests may be under way now. */
	get atOnce(): number {
		return this.limit.atOnce;
	}

	/** A refusal if the service has asked for no requests for longer than anybody waits. */
	askedTooMuch(): FailureDetails | undefined {
		const retryAfterMs = this.pacer.askedTooMuchMs();
		return retryAfterMs === undefined ? undefined : { kind: 'status', status: 429, retryAfterMs };
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
