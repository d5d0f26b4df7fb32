import { performance } from 'node:perf_hooks';

/** `retryAfter`: how the 429 names the wait: whole seconds (default), an HTTP date, or not at all. */
export interface RateLimit {
	perSecond: number;
	burst: number;
	retryAfter?: 'seconds' | 'date' | 'none';
}

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

/** The `Retry-After` header for a wait in seconds, in the form that the limit asks for. */
export function retryAfterHeader(
	form: RateLimit['retryAfter'],
	seconds: number,
): Record<string, string> {
	if (form === 'none') return {};
	const whole = Math.max(1, Math.ceil(seconds));
	if (form !== 'date') return { 'retry-after': String(whole) };
	return { 'retry-after': new Date(Date.now() + whole * 1000).toUTCString() };
}
