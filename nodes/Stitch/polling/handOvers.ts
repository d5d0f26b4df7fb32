import type { IPollFunctions } from 'n8n-workflow';

/** n8n can hold an execution back for a while; one that has not begun by then was never stored. */
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
	 * @param trigger its `triggerKey`
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

/** By what the triggers of one process are told apart: workflow and node. */
export function triggerKey(context: Pick<IPollFunctions, 'getNode' | 'getWorkflow'>): string {
	return `${context.getWorkflow().id}/${context.getNode().id}`;
}

/** Those of this process. */
export const handOvers = new HandOvers();
