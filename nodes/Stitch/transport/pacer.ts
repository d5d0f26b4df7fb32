import type { Clock } from './clock';

/** Growth of the rate per success: fast while far from where the service last refused, then slow. */
const fastGrowth = 1.08;
const slowGrowth = 1.01;
const nearLimit = 0.9;
const slowestPerSecond = 0.5;

/** Refusals within this time of a slow-down are of the burst that caused it. */
const settleMs = 1000;

/**
 * The pace of one run. It starts without a limit; when the service answers 429 the rate is halved
 * for all requests of the run, and grows again with every success.
 */
export class Pacer {
	private perSecond = Infinity;

	private refusedAt = Infinity;

	private nextStart = 0;

	private askedUntil = 0;

	private slowedAt = -Infinity;

	/** When the requests of the last second started; only kept until the first refusal. */
	private starts: number[] = [];

	constructor(private readonly clock: Clock) {}

	/** For how many more milliseconds the service has asked to be left alone. */
	askedMs(): number {
		return this.askedUntil - this.clock.now();
	}

	/** Waits for this request's turn. */
	async turn(): Promise<void> {
		const start = Math.max(this.clock.now(), this.nextStart);
		this.nextStart = start + 1000 / this.perSecond;
		if (this.perSecond === Infinity) this.remember(start);
		await this.clock.pause(start - this.clock.now());
	}

	/** A request was refused with 429, perhaps with a time to wait. */
	slowDown(retryAfterMs = 0): void {
		const now = this.clock.now();
		this.askedUntil = Math.max(this.askedUntil, now + retryAfterMs);
		this.nextStart = Math.max(this.nextStart, this.askedUntil);
		this.refusedAt = Math.min(this.perSecond, this.starts.length || Infinity);
		if (now < this.slowedAt + settleMs) return;
		this.perSecond = Math.max(slowestPerSecond, this.refusedAt / 2);
		this.slowedAt = now;
		this.starts = [];
	}

	/** A request was answered. */
	speedUp(): void {
		this.perSecond *= this.perSecond < this.refusedAt * nearLimit ? fastGrowth : slowGrowth;
	}

	private remember(start: number): void {
		this.starts.push(start);
		while ((this.starts[0] ?? start) < start - 1000) this.starts.shift();
	}
}
