import type { Clock } from './clock';
import { isAway, isTooMany, isUnanswered, type FailureDetails } from './failure';
import { longestPauseMs, pauseAfter } from './retry';

/** Two unanswered requests among many can be chance, so one more is needed for every 16 under way. */
const underWayForEach = 16;

/** Milliseconds of nothing but 429 after which the service counts as away. */
const tooManyForMs = 5000;

/** How long after giving up another request may try the service again. */
const restMs = 20_000;

/** How many requests that were never sent may try after giving up, and for how long at most. */
const lastTries = 10;
const lastTriesMs = 20_000;

/** A request that was sent once more and is under way. */
interface HttpTry {
	request: object;
	at: number;
	/** Whether it tries if the service is back. */
	isProbe: boolean;
}

/**
 * Circuit breaker shared by all requests of a run. It is
 * - closed, until two different requests in a row got no answer, or more where many are under way: a
 *   single request may fail because of its own values. It also opens after some seconds of only 429.
 * - open: one request at a time tries whether the service is back, with growing pauses. An answer closes
 *   it.
 * - given up, after `patienceMs` in which nothing was accepted: the others fail without being sent. If the
 *   service was reached, a few of them are sent first, because it may fail only on those sent so far.
 *   Later requests, such as those that wait for final statuses, try again from time to time.
 */
export class Outage {
	/** While it is open, no more than one request may be under way. */
	isOpen = false;

	private isGivenUp = false;

	/** Start of the first try since which no request was accepted; undefined while some are. */
	private since: number | undefined;

	/** The first request without an answer since then, and the number of others without one. */
	private first: object | undefined;

	private others = 0;

	private answeredAt = -Infinity;

	private probes = 0;

	private nextProbeAt = 0;

	private lastFailure: FailureDetails | undefined;

	/** Requests that were sent, whatever their outcome. */
	private readonly known = new WeakSet<object>();

	/** How many requests were sent after giving up, since there was an answer. */
	private tries = 0;

	private firstTryAt = 0;

	constructor(
		private readonly clock: Clock,
		private readonly patienceMs: number,
	) {}

	/** Gives up if by `time` no request was accepted for too long; returns whether it has given up. */
	isGivenUpBy(time: number): boolean {
		if (time - (this.since ?? Infinity) >= this.patienceMs) this.isGivenUp = true;
		return this.isGivenUp;
	}

	/** The same for a request that continues at `time`. A Retry-After for it alone does not slow the others. */
	isGivenUpForOneAt(time: number): boolean {
		return this.isGivenUpBy(Math.min(time, this.clock.elapsed() + longestPauseMs));
	}

	/** Milliseconds of the clock's `elapsed` before which this request must not be sent. */
	earliestStart(request: object): number {
		return !this.isOpen || this.isLastTry(request) ? 0 : this.nextProbeAt;
	}

	/** Why a request is not sent although there is time for it. */
	get whyUnsent(): FailureDetails {
		return this.lastFailure && isTooMany(this.lastFailure) ? tooManyRequests : noneAnswered;
	}

	/** Registers a request that is about to be sent once; `end` has to follow. */
	begin(request: object): HttpTry {
		const at = this.clock.elapsed();
		const isTried = this.isOpen && this.isGivenUp && !this.known.has(request);
		if (isTried && this.tries++ === 0) this.firstTryAt = at;
		this.known.add(request);
		return { request, at, isProbe: this.isOpen };
	}

	/**
	 * Notes what a try says about the service.
	 * @param underWay how many others are
	 */
	end(httpTry: HttpTry, failure: FailureDetails | undefined, underWay: number): void {
		if (failure === undefined || !(isTooMany(failure) || isAway(failure))) return this.answered();
		this.lastFailure = failure;
		this.since ??= Math.max(httpTry.at, this.answeredAt);
		if (this.isOpen ? !httpTry.isProbe : !this.isOutage(failure, httpTry, underWay)) return;
		this.isOpen = true;
		this.probeLater(failure);
	}

	private answered(): void {
		this.answeredAt = this.clock.elapsed();
		this.since = undefined;
		this.first = undefined;
		this.others = 0;
		this.isOpen = false;
		this.isGivenUp = false;
		this.probes = 0;
		this.tries = 0;
	}

	/** Whether failures while it is closed are enough to open it. */
	private isOutage(failure: FailureDetails, { request }: HttpTry, underWay: number): boolean {
		if (isTooMany(failure)) return this.clock.elapsed() - (this.since ?? Infinity) >= tooManyForMs;
		this.first ??= request;
		return request !== this.first && ++this.others >= underWay / underWayForEach;
	}

	/**
	 * Whether the last failure may depend on the values of the request: with 429 or no connection, it
	 * does not.
	 */
	private mayBeOfRequest(): boolean {
		return this.lastFailure !== undefined && isUnanswered(this.lastFailure);
	}

	/** Whether a request may be sent although it has given up. */
	private isLastTry(request: object): boolean {
		if (!this.mayBeOfRequest() || this.known.has(request) || !this.isGivenUpBy(this.nextProbeAt))
			return false;
		if (this.tries === 0) return true;
		const mostMs = Math.min(lastTriesMs, this.patienceMs);
		return this.tries < lastTries && this.clock.elapsed() - this.firstTryAt < mostMs;
	}

	private probeLater(failure: FailureDetails): void {
		const now = this.clock.elapsed();
		const pauseMs = pauseAfter(++this.probes, failure, () => this.clock.random());
		this.nextProbeAt = now + (this.isGivenUpBy(now) ? restMs : pauseMs);
	}
}

const noneAnswered: FailureDetails = {
	kind: 'notSent',
	happened: 'no',
	sentence: 'Stitch had stopped answering before this item',
	advice: 'Run it again later, when Stitch answers again.',
};

const tooManyRequests: FailureDetails = {
	kind: 'notSent',
	happened: 'no',
	sentence: 'Stitch received too many requests and accepted no more',
	advice: 'Run it again later, when Stitch accepts requests again.',
};
