/** With each request, those before it lose this part of their weight: about 50 count. */
const forgotten = 1 / 50;

/** The share that any service may refuse by chance. */
const byChance = 0.04;

/** How far above the expected number chance can go, in standard deviations. */
const deviations = 3;

/**
 * Whether more of the latest requests were refused than by chance. A large service refuses some
 * whatever anybody does, and to slow down for these would cost time and help nobody. So a single
 * refusal proves nothing; the share of the latest fifty requests does.
 */
export class Refusals {
	private requests = 0;

	private refused = 0;

	/** Notes what came of a request. */
	note(wasRefused: boolean): void {
		this.requests += 1 - this.requests * forgotten;
		this.refused += Number(wasRefused) - this.refused * forgotten;
	}

	/** From 0 to 1. */
	get share(): number {
		return this.requests === 0 ? 0 : this.refused / this.requests;
	}

	get areTooMany(): boolean {
		const expected = byChance * this.requests;
		return this.refused > expected + deviations * Math.sqrt(expected);
	}

	/** The next requests are sent in another way, so the ones before do not count any more. */
	startAnew(): void {
		this.requests = 0;
		this.refused = 0;
	}
}
