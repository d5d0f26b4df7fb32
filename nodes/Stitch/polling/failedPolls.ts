const minute = 60_000;

/** After so many failed polls in a row, or after so long, an execution that fails shows it. */
const toleratedPolls = 3;
const toleratedMs = 15 * minute;

/** How long after such an execution the next one shows that it goes on. */
const showAgainMs = 60 * minute;

/** Where a poll that failed is reported. */
export type Report = 'inLog' | 'byExecution' | 'nowhere';

/** How often the polls of one trigger have failed in a row. Times are of a clock that never goes back. */
export class FailedPolls {
	private count = 0;

	private since = 0;

	private shownAt: number | undefined;

	/** The first of several is reported in n8n's log, and if they go on, by an execution that fails. */
	failed(elapsedMs: number): Report {
		if (this.count === 0) this.since = elapsedMs;
		this.count++;
		const lasts = this.count >= toleratedPolls || elapsedMs - this.since >= toleratedMs;
		const isDue = this.shownAt === undefined || elapsedMs - this.shownAt >= showAgainMs;
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
