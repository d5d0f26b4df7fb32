import type { Clock } from '../../../transport/clock';

interface Look<Answer> {
	answer: Promise<Answer>;
	/** On the clock's `elapsed`; undefined while the look is under way. */
	endedAt?: number;
}

/**
 * Looks that many requests share: anybody can load the address of a return as often as they like, and
 * that must not become as many requests to the service. Per key, one look is under way at a time, and
 * the next one starts only after a pause; whoever comes in between gets the last answer.
 */
export class Looks<Answer> {
	private readonly looks = new Map<string, Look<Answer>>();

	/** @param pauseMs milliseconds between the end of a look and the next one */
	constructor(
		private readonly clock: Pick<Clock, 'elapsed'>,
		private readonly pauseMs: number,
	) {}

	/**
	 * The answer of the last look, or of a new one.
	 * @throws whatever that look has thrown
	 */
	async last(key: string, look: () => Promise<Answer>): Promise<Answer> {
		this.forgetOld();
		const last = this.looks.get(key);
		if (last !== undefined) return await last.answer;
		const next: Look<Answer> = { answer: look() };
		this.looks.set(key, next);
		try {
			return await next.answer;
		} finally {
			next.endedAt = this.clock.elapsed();
		}
	}

	/** How many are kept; executions end, and what they have looked at must not pile up. */
	get size(): number {
		return this.looks.size;
	}

	private forgetOld(): void {
		const before = this.clock.elapsed() - this.pauseMs;
		for (const [key, { endedAt = Infinity }] of this.looks) {
			if (endedAt <= before) this.looks.delete(key);
		}
	}
}
