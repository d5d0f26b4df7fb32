import type { Clock } from './clock';
import type { FailureDetails, FailureKind } from './failure';
import { longestPauseMs, pauseAfter } from './retry';

/** How long after giving up another request may try the service again. */
const restMs = 20_000;

/** For every so many under way, one more has to go unanswered: among many, two may be chance. */
const underWayForEach = 16;

/** How many requests that were never sent may try once it has given up, and for how long. */
const lastTries = 10;
const lastTriesMs = 20_000;

type Attempted = { answer: object } | { failure: FailureDetails };

/**
 * Whether the service is unavailable, as all requests of a run see it together: a circuit breaker.
 *
 * It opens when two different requests in a row got no answer, or more where many are under way. A
 * single request proves nothing: its own values may be what the service fails on. From then on, one
 * request at a time checks whether the service is back while the others wait for the result. After
 * `patienceMs` without any answer, the run gives up: the others fail without being sent. Where it has
 * heard errors, a few of them are sent first, because those that were sent may all be ones that the
 * service fails on. Later requests, such as those that wait for final statuses, check again from time
 * to time.
 */
export class Outage {
	/** Start of the first attempt since which no request was answered; undefined while some are. */
	private since: number | undefined;

	/** The request of that attempt. */
	private first: object | undefined;

	/** How many others in a row got no answer after it. */
	private others = 0;

	private underWay = 0;

	private answeredAt = -Infinity;

	private isOpen = false;

	private isGivenUp = false;

	/** The check that is under way; it resolves when its result is known. */
	private look: Promise<unknown> | undefined;

	private looks = 0;

	private nextLookAt = 0;

	/** Requests that were sent, whatever came of it. */
	private readonly known = new WeakSet<object>();

	/** Last tries since there was an answer. */
	private tries = 0;

	private firstTryAt = 0;

	/** Whether the last failure was an answer, with an error: to try costs no Timeout then. */
	private isHeard = false;

	constructor(
		private readonly clock: Clock,
		private readonly patienceMs: number,
	) {}

	/** Gives up if by `time` no request was answered for too long; returns whether it has given up. */
	isGivenUpBy(time: number): boolean {
		if (time - (this.since ?? Infinity) >= this.patienceMs) this.isGivenUp = true;
		return this.isGivenUp;
	}

	/** The same for a request that goes on at `time`. What it alone is asked to wait concerns no other. */
	isGivenUpForOneAt(time: number): boolean {
		return this.isGivenUpBy(Math.min(time, this.clock.elapsed() + longestPauseMs));
	}

	/**
	 * Makes an attempt of a request when it is its turn.
	 * @param until milliseconds of the clock's `elapsed` after which it need not be made any more
	 * @returns its outcome; undefined when it was not made
	 */
	async attempt<Outcome extends Attempted>(
		request: object,
		send: () => Promise<Outcome>,
		until = Infinity,
	): Promise<Outcome | undefined> {
		while (this.isOpen && this.look !== undefined) await this.look;
		if (!this.isOpen) return await this.watched(request, send);
		let waitMs = this.nextLookAt - this.clock.elapsed();
		if (waitMs > 0 && this.nextLookAt > until) return undefined;
		if (waitMs > 0 && this.isGivenUpBy(this.nextLookAt)) {
			if (!this.isLastTry(request)) return undefined;
			waitMs = 0;
		}
		const look = this.lookAgain(waitMs, request, send);
		const end = () => (this.look = undefined);
		this.look = look.then(end, end);
		return await look;
	}

	private async lookAgain<Outcome extends Attempted>(
		waitMs: number,
		request: object,
		send: () => Promise<Outcome>,
	): Promise<Outcome> {
		await this.clock.pause(waitMs);
		const outcome = await this.watched(request, send);
		if (this.isOpen && 'failure' in outcome) this.lookLater(outcome.failure);
		return outcome;
	}

	/** Whether a request may be sent although it has given up. */
	private isLastTry(request: object): boolean {
		if (!this.isHeard || this.known.has(request)) return false;
		const now = this.clock.elapsed();
		if (this.tries === 0) this.firstTryAt = now;
		return this.tries++ < lastTries && now - this.firstTryAt < lastTriesMs;
	}

	/** Notes what an outcome says about the service. */
	private async watched<Outcome extends Attempted>(
		request: object,
		send: () => Promise<Outcome>,
	): Promise<Outcome> {
		const startedAt = this.clock.elapsed();
		this.known.add(request);
		this.underWay++;
		const outcome = await send();
		this.underWay--;
		const failure = 'failure' in outcome ? outcome.failure : undefined;
		if (failure !== undefined && isAway(failure)) this.missed(failure, request, startedAt);
		else if (failure === undefined || !neverSent.includes(failure.kind)) this.answered();
		return outcome;
	}

	private answered(): void {
		this.answeredAt = this.clock.elapsed();
		this.since = undefined;
		this.first = undefined;
		this.others = 0;
		this.isOpen = false;
		this.isGivenUp = false;
		this.looks = 0;
		this.tries = 0;
	}

	private missed(failure: FailureDetails, request: object, startedAt: number): void {
		this.isHeard = failure.kind !== 'token' && failure.status !== undefined;
		this.since ??= Math.max(startedAt, this.answeredAt);
		this.first ??= request;
		if (this.isOpen || request === this.first) return;
		if (++this.others < this.underWay / underWayForEach) return;
		this.isOpen = true;
		this.lookLater(failure);
	}

	private lookLater(failure: FailureDetails): void {
		const now = this.clock.elapsed();
		const pauseMs = pauseAfter(++this.looks, failure, () => this.clock.random());
		this.nextLookAt = now + (this.isGivenUpBy(now) ? restMs : pauseMs);
	}
}

/** Whether the service, or the server that issues its tokens, seems to be unavailable. */
export function isAway({ kind, status = 0, temporary = false }: FailureDetails): boolean {
	return kind === 'notConnected' || kind === 'answerLost' || temporary || status >= 500;
}

/** Failures that say nothing about the service. */
const neverSent: FailureKind[] = ['stopped', 'notSent'];
