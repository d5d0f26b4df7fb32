import type { Clock } from './clock';

/** Growth of the rate per success: fast while far from where the service last refused, then slow. */
const fastGrowth = 1.08;
const slowGrowth = 1.01;
const nearLimit = 0.9;
const slowestPerSecond = 0.5;

/** Refusals within this time after a slow-down belong to the burst that caused it. */
const settleMs = 1000;

/** The weight of one request in the share of recently refused requests. */
const weight = 1 / 8;

/**
 * The pace of one run. It starts without a limit and grows with every success. A 429 slows down all
 * requests of the run: by twice the share of them that was refused lately, and at most by half.
 * Halved each time, it would stay low for good where four in a hundred are refused by chance.
 */
export class Pacer {
	private perSecond = Infinity;

	private refusedAt = Infinity;

	private nextStart = 0;

	private askedUntil = 0;

	private slowedAt = -Infinity;

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

	/** A request was refused with 429, perhaps with a time to wait. */
	slowDown(retryAfterMs = 0): void {
		const now = this.clock.elapsed();
		this.askedUntil = Math.max(this.askedUntil, now + retryAfterMs);
		this.nextStart = Math.max(this.nextStart, this.askedUntil);
		this.refusedShare += (1 - this.refusedShare) * weight;
		if (now >= this.slowedAt + settleMs) {
			this.slowedAt = now;
			this.refusedAt = Math.min(this.perSecond, this.starts.length || Infinity);
			this.starts = [];
		}
		const slowed = this.refusedAt * Math.max(0.5, 1 - 2 * this.refusedShare);
		this.perSecond = Math.max(slowestPerSecond, Math.min(this.perSecond, slowed));
	}

	/** A request was answered. */
	speedUp(): void {
		this.refusedShare -= this.refusedShare * weight;
		this.perSecond *= this.perSecond < this.refusedAt * nearLimit ? fastGrowth : slowGrowth;
	}

	private remember(start: number): void {
		this.starts.push(start);
		while ((this.starts[0] ?? start) < start - 1000) this.starts.shift();
	}
}
