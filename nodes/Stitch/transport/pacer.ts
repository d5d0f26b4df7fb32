import type { Clock } from './clock';

/** The part of the pace at the first refusal to go on with: part of that pace was a burst. */
const firstCut = 1 / 3;

/** What is left of the pace after a refusal: little while the limit is only guessed at. */
const guessedCut = 0.6;
const knownCut = 0.85;

/** Growth of the pace per second: fast where the limit must be higher, then slow. */
const fastGrowth = 1.25;
const slowGrowth = 1.05;

/** Milliseconds without a refusal after which the limit must be higher. */
const guessedFor = 1000;
const knownFor = 15_000;

/** Milliseconds without a refusal after which one says that the pace has come to the limit. */
const quietMs = 2000;

/** The weight of one request in the share of refused ones, and the share that is more than chance. */
const weight = 1 / 32;
const tooMany = 0.08;

/** After a cut, the share starts here: some that are refused now were on their way before. */
const shareAfterCut = 0.03;

const slowestPerSecond = 0.5;

/**
 * The pace of one run. It has no limit until the service refuses a request with 429. Then all
 * requests of the run slow down, and speed up again little by little: just below the limit nothing
 * is refused, just above it only a few are. A service that refuses some by chance, at any pace,
 * slows a run down once: after that only a quiet time or a growing share counts.
 */
export class Pacer {
	private perSecond = Infinity;

	/** Whether the limit was met more than once: until then it is only guessed at. */
	private isKnown = false;

	private nextStart = 0;

	private askedUntil = 0;

	private refusedAt = -Infinity;

	private cutAt = -Infinity;

	/** When the last request started whose turn was given before the cut. */
	private settledAt = -Infinity;

	private grownAt = 0;

	/** Of the latest requests, from 0 to 1. */
	private refusedShare = 0;

	/** When the requests of the last second started; only kept until the first refusal. */
	private starts: number[] = [];

	constructor(private readonly clock: Clock) {}

	/** For how many more milliseconds the service has asked for no requests. */
	askedMs(): number {
		return this.askedUntil - this.clock.elapsed();
	}

	/**
	 * Waits for this request's turn.
	 * @param until milliseconds of the clock's `elapsed`
	 * @returns whether its turn has come; if that would be later than `until`, it does not wait
	 */
	async turn(until = Infinity): Promise<boolean> {
		const start = Math.max(this.clock.elapsed(), this.nextStart);
		if (start > until) return false;
		this.nextStart = start + 1000 / this.perSecond;
		if (this.perSecond === Infinity) this.remember(start);
		await this.clock.pause(start - this.clock.elapsed());
		return true;
	}

	/**
	 * A request was refused with 429, perhaps with a time to wait.
	 * @param sentAt milliseconds of the clock's `elapsed`: refusals of one burst count once
	 * @returns whether this is the first refusal of the run
	 */
	slowDown(sentAt: number, retryAfterMs = 0): boolean {
		const now = this.clock.elapsed();
		this.askedUntil = Math.max(this.askedUntil, now + retryAfterMs);
		this.nextStart = Math.max(this.nextStart, this.askedUntil);
		if (sentAt <= this.settledAt) return false;
		const isFirst = this.perSecond === Infinity;
		this.refusedShare += (1 - this.refusedShare) * weight;
		const isOver = now >= this.refusedAt + quietMs || this.refusedShare > tooMany;
		if (isFirst) this.cutTo(this.startsPerSecond() * firstCut);
		else if (isOver) this.cutAgain(now);
		this.refusedAt = now;
		return isFirst;
	}

	/** A request was answered. */
	speedUp(): void {
		const now = this.clock.elapsed();
		const seconds = Math.min(1, (now - this.grownAt) / 1000);
		this.grownAt = now;
		this.refusedShare -= this.refusedShare * weight;
		this.perSecond *= (this.mustBeHigher(now) ? fastGrowth : slowGrowth) ** seconds;
	}

	private mustBeHigher(now: number): boolean {
		return now >= this.refusedAt + (this.isKnown ? knownFor : guessedFor);
	}

	private cutAgain(now: number): void {
		const isGuess = !this.isKnown || this.mustBeHigher(now);
		this.isKnown ||= now >= this.cutAt + guessedFor;
		this.cutTo(this.perSecond * (isGuess ? guessedCut : knownCut));
	}

	private cutTo(perSecond: number): void {
		const now = this.clock.elapsed();
		this.perSecond = Math.max(slowestPerSecond, perSecond);
		this.refusedShare = shareAfterCut;
		this.starts = [];
		this.cutAt = now;
		this.grownAt = now;
		this.settledAt = Math.max(now, this.nextStart);
	}

	private remember(start: number): void {
		this.starts.push(start);
		while ((this.starts[0] ?? start) < start - 1000) this.starts.shift();
	}

	/** Until the first refusal. */
	private startsPerSecond(): number {
		const { starts, clock } = this;
		const overMs = clock.elapsed() - (starts[0] ?? 0);
		// The first few alone, all at once, say little about a second.
		return (starts.length * 1000) / Math.min(1000, Math.max(100, overMs));
	}
}
