const minute = 60_000;

/** After so many failed looks in a row, or after so long, an execution that fails shows it. */
const toleratedLooks = 3;
const toleratedMs = 15 * minute;

/** How long after such an execution the next one shows that it goes on. */
const tellAgainMs = 60 * minute;

/** What becomes of a look that failed. */
export type Telling = 'inLog' | 'byExecution' | 'nowhere';

/** How often the looks of one trigger have failed in a row. Times are of a clock that never goes back. */
export class FailedLooks {
	private count = 0;

	private since = 0;

	private shownAt: number | undefined;

	/**
	 * Where a look that failed is told: the first of several in n8n's log, and if they go on failing,
	 * by an execution that fails.
	 */
	failed(elapsedMs: number): Telling {
		if (this.count === 0) this.since = elapsedMs;
		this.count++;
		const lasts = this.count >= toleratedLooks || elapsedMs - this.since >= toleratedMs;
		const isDue = this.shownAt === undefined || elapsedMs - this.shownAt >= tellAgainMs;
		if (lasts && isDue) {
			this.shownAt = elapsedMs;
			return 'byExecution';
		}
		return this.count === 1 ? 'inLog' : 'nowhere';
	}

	/** @returns how many had failed before this one */
	succeeded(): number {
		const { count } = this;
		this.count = 0;
		this.shownAt = undefined;
		return count;
	}
}
