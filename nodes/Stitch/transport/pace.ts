import type { Clock } from './clock';
import { isAway, isTooMany, type FailureDetails, type FailureFacts } from './failure';
import type { Outage } from './outage';

/** The largest Concurrency that a user can choose. */
export const mostAtOnce = 128;

/** Requests at once if the user chose no Concurrency: how many to start with, and at most. */
const firstByItself = 2;
export const mostByItself = 64;

/** This many failures or answers of 429 among the latest are not chance. */
const tooMany = 6;
const latest = 20;

/** Milliseconds between two starts, where the service receives too many requests. */
const shortestGapMs = 1;
const longestGapMs = 2000;

/** A 429 makes the gap this many times the distance of answers; each answer shortens it again. */
const longer = 1.05;
const shorter = 1 - 1 / 300;

/** The weight of each new distance in their average. */
const weight = 1 / 10;

type Result = { answer: object } | { failure: FailureDetails };

/**
 * When the requests of a run start. They stand in one line, and the first in it starts when
 *
 * - there is room: for two at first, for one more with every answer, and for half as many when too many
 *   fail. Concurrency, if the user has chosen it, stays as it is.
 * - the gap after the last start is over. There is none until too many are answered with 429; then
 *   requests follow each other a little more slowly than answers did. Every answer makes the gap a
 *   little shorter, until it is gone or there is one more 429.
 * - neither `Retry-After` nor an outage forbids it.
 */
export class Pace {
	private limit: number;

	private underWay = 0;

	private nextStart = 0;

	private gapMs = 0;

	/** `Retry-After`: nothing starts before. */
	private askedUntil = 0;

	/** Whether the latest were failures or answers of 429. */
	private troubles: boolean[] = [];

	/** Average milliseconds between two answers. */
	private distanceMs = 0;

	private answeredAt = 0;

	/** Resolves when the last request in the line has started. */
	private line: Promise<unknown> = Promise.resolve();

	private onRoom = () => {};

	/**
	 * @param patienceMs if the service asks for no requests for longer, nobody waits
	 * @param fixed how many may be under way; undefined to find that out
	 */
	constructor(
		private readonly clock: Clock,
		private readonly outage: Outage,
		private readonly patienceMs: number,
		private readonly fixed?: number,
		private readonly stop?: AbortSignal,
	) {
		this.limit = fixed ?? firstByItself;
	}

	/** How many requests may be under way now. */
	get atOnce(): number {
		return this.limit;
	}

	/**
	 * Sends a request once, when it is its turn.
	 * @param until milliseconds of the clock's `elapsed` after which it need not be sent any more
	 * @returns its outcome, or why it was not sent
	 */
	async sendInTurn<Outcome extends Result>(
		request: object,
		send: () => Promise<Outcome>,
		until = Infinity,
	): Promise<Outcome | { unsent: FailureDetails }> {
		const turn = this.line.then(async () => await this.turn(request, until));
		this.line = turn;
		const unsent = await turn;
		if (unsent !== undefined) return { unsent };
		const httpTry = this.outage.begin(request);
		const outcome = await send();
		const failure = 'failure' in outcome ? outcome.failure : undefined;
		this.underWay--;
		this.note(failure);
		this.outage.end(httpTry, failure, this.underWay);
		this.onRoom();
		return outcome;
	}

	/** Waits until the first in the line may start; returns why it does not. */
	private async turn(request: object, until: number): Promise<FailureDetails | undefined> {
		while (!this.stop?.aborted) {
			const now = this.clock.elapsed();
			const startAt = Math.max(this.nextStart, this.askedUntil, this.outage.earliestStart(request));
			if (Math.max(now, startAt) >= until) return noTimeLeft;
			if (startAt > now && this.isTooLong(now, startAt)) return this.outage.whyUnsent;
			if (this.underWay >= (this.outage.isOpen ? 1 : this.limit)) {
				await new Promise<void>((resolve) => (this.onRoom = resolve));
			} else if (startAt > now) {
				await this.clock.pause(startAt - now);
			} else {
				this.start(now);
				return undefined;
			}
		}
		return { kind: 'stopped', happened: 'no' };
	}

	private isTooLong(now: number, startAt: number): boolean {
		return startAt - now >= this.patienceMs || this.outage.isGivenUpBy(startAt);
	}

	private start(now: number): void {
		this.underWay++;
		this.nextStart = now + this.gapMs;
	}

	private note(failure: FailureDetails | undefined): void {
		if (failure === undefined) this.answered();
		else if (isTooMany(failure)) this.slowDown(failure);
		else if (isAway(failure)) this.failed();
		else this.answered();
	}

	private answered(): void {
		this.remember(false);
		const now = this.clock.elapsed();
		const distanceMs = Math.min(longestGapMs, now - this.answeredAt);
		this.distanceMs += (distanceMs - this.distanceMs) * weight;
		this.answeredAt = now;
		this.gapMs *= shorter;
		if (this.gapMs < shortestGapMs) this.gapMs = 0;
		this.limit = this.fixed ?? Math.min(mostByItself, this.limit + 1);
	}

	private slowDown({ retryAfterMs = 0 }: FailureFacts): void {
		this.remember(true);
		const now = this.clock.elapsed();
		this.askedUntil = Math.max(this.askedUntil, now + retryAfterMs);
		if (this.gapMs === 0 && !this.areTooMany()) return;
		this.gapMs = Math.max(shortestGapMs, Math.min(longestGapMs, this.distanceMs * longer));
		this.nextStart = Math.max(this.nextStart, now + this.gapMs);
	}

	private failed(): void {
		this.remember(true);
		if (!this.areTooMany()) return;
		this.troubles = [];
		this.limit = this.fixed ?? Math.max(1, Math.floor(this.limit / 2));
	}

	private areTooMany(): boolean {
		return this.troubles.filter(Boolean).length >= tooMany;
	}

	private remember(isTrouble: boolean): void {
		this.troubles.push(isTrouble);
		if (this.troubles.length > latest) this.troubles.shift();
	}
}

const noTimeLeft: FailureDetails = {
	kind: 'notSent',
	happened: 'no',
	sentence: 'There was no time left for this item',
	advice: "Raise 'Maximum Wait'.",
};
