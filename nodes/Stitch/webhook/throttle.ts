/**
 * Lets each of many keys through once in a while, for example one line in a log for each node. What it
 * remembers does not grow beyond the keys of one such while.
 */
export class Throttle {
	private readonly passedAt = new Map<string, number>();

	/** @param intervalMs milliseconds between two times that a key passes */
	constructor(private readonly intervalMs: number) {}

	/** @param elapsedMs milliseconds on a clock that never goes back */
	passes(key: string, elapsedMs: number): boolean {
		const passedAt = this.passedAt.get(key);
		if (passedAt !== undefined && elapsedMs - passedAt < this.intervalMs) return false;
		for (const [other, at] of this.passedAt) {
			if (elapsedMs - at >= this.intervalMs) this.passedAt.delete(other);
		}
		this.passedAt.set(key, elapsedMs);
		return true;
	}
}
