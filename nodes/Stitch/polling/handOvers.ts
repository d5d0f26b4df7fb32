/** An execution that does not begin for so long was never stored; n8n can hold back others for a while. */
const longestWayMs = 10 * 60_000;

/** What became of the latest changes that a trigger handed to n8n. */
export type HandOver = 'arrived' | 'onItsWay' | 'lost';

/**
 * Whether the changes that triggers handed to n8n have reached their executions. n8n does not say
 * when it could not store one, for example because its database was being restarted.
 *
 * Executions may run in other processes (queue mode). Then nothing ever arrives here, and what was
 * handed over counts as arrived.
 */
export class HandOvers {
	private runsHere = false;

	private readonly latest = new Map<string, { change: string; since: number }>();

	/**
	 * @param trigger workflow and node
	 * @param change the event id of the last of the changes
	 * @param elapsedMs of a clock that never goes back
	 */
	handedOver(trigger: string, change: string, elapsedMs: number): void {
		this.latest.set(trigger, { change, since: elapsedMs });
	}

	/** An execution of the trigger has begun with these changes. */
	arrived(trigger: string, changes: readonly string[]): void {
		this.runsHere = true;
		const { change } = this.latest.get(trigger) ?? {};
		if (change !== undefined && changes.includes(change)) this.latest.delete(trigger);
	}

	latestOf(trigger: string, elapsedMs: number): HandOver {
		const latest = this.latest.get(trigger);
		if (latest === undefined || !this.runsHere) return 'arrived';
		return elapsedMs - latest.since < longestWayMs ? 'onItsWay' : 'lost';
	}
}

/** Those of this process. */
export const handOvers = new HandOvers();
