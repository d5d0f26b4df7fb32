import type { Clock } from '../../transport/clock';

interface Look<Answer> {
	answer: Promise<Answer>;
	/** On the clock's `elapsed`; undefined until the look has ended. */
	endedAt?: number;
}

/**
 * Looks that many requests share: anybody can load the address of a return as often as they like, and
 * that must not become as many requests to the service. Per key, one look is under way at a time, and
 * the next one starts only after a pause; whoever comes in between waits for that one. No answer is
 * given twice: whoever asks again wants to know what is true now.
 */
export class Looks<Answer> {
	private readonly looks = new Map<string, Look<Answer>>();

	/** @param pauseMs milliseconds between the end of a look and the next one */
	constructor(
		private readonly clock: Pick<Clock, 'elapsed' | 'pause'>,
		private readonly pauseMs: number,
	) {}

	/**
	 * The answer of a look that has not ended yet: the one under way, or the next one.
	 * @throws whatever that look has thrown
	 */
	async next(key: string, look: () => Promise<Answer>): Promise<Answer> {
		this.forgetOld();
		const last = this.looks.get(key);
		if (last !== undefined && last.endedAt === undefined) return await last.answer;
		const wait = last?.endedAt === undefined ? 0 : this.rest(last.endedAt);
		const next: Look<Answer> = { answer: this.after(wait, look) };
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

	private async after(wait: number, look: () => Promise<Answer>): Promise<Answer> {
		await this.clock.pause(wait);
		return await look();
	}

	/** Milliseconds until the pause after a look is over. */
	private rest(endedAt: number): number {
		return endedAt + this.pauseMs - this.clock.elapsed();
	}

	private forgetOld(): void {
		for (const [key, { endedAt = Infinity }] of this.looks) {
			if (this.rest(endedAt) <= 0) this.looks.delete(key);
		}
	}
}
