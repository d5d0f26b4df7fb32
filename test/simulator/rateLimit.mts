import { performance } from 'node:perf_hooks';
import { z } from 'zod/v4';

export const rateLimit = z.strictObject({
	perSecond: z.number().positive(),
	burst: z.number().int().positive(),
});

export type RateLimit = z.infer<typeof rateLimit>;

/** A token bucket in real time: `burst` requests at once, refilled `perSecond`. */
export class TokenBucket {
	readonly limit: RateLimit;
	#tokens: number;
	#filledAt = performance.now();

	constructor(limit: RateLimit) {
		this.limit = limit;
		this.#tokens = limit.burst;
	}

	/** Takes one token. Returns 0 when there was one, else the seconds until there is one. */
	take(): number {
		const now = performance.now();
		const refill = ((now - this.#filledAt) / 1000) * this.limit.perSecond;
		this.#tokens = Math.min(this.limit.burst, this.#tokens + refill);
		this.#filledAt = now;
		if (this.#tokens >= 1) {
			this.#tokens -= 1;
			return 0;
		}
		return (1 - this.#tokens) / this.limit.perSecond;
	}
}
