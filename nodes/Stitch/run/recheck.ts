import type { Clock } from '../transport/clock';
import { shortestTimeoutMs } from '../transport/service';
import type { WaitOutsideTheLimit } from './concurrency';

/** How a wait for a final answer is paced, in milliseconds. */
export interface WaitPauses {
	/** After this, no check is started, repeated or waited for. */
	maxWaitMs: number;
	firstPauseMs: number;
	longestPauseMs: number;
	/** Waits for a pause; by default just that. */
	rest?: WaitOutsideTheLimit | undefined;
}

const growth = 1.5;

/**
 * Checks again and again, with growing pauses, until a check says that it was the last one or the time
 * is up. The last check starts early enough to be answered in time.
 * @param check gets the moment, in the clock's `elapsed`, after which nothing is to be waited for;
 * returns whether to stop
 * @returns whether a check said so before the time was up
 */
export async function recheck(
	clock: Pick<Clock, 'elapsed' | 'pause'>,
	{
		maxWaitMs,
		firstPauseMs,
		longestPauseMs,
		rest = async (pause) => void (await pause),
	}: WaitPauses,
	check: (until: number) => Promise<boolean>,
): Promise<boolean> {
	const until = clock.elapsed() + maxWaitMs;
	const lastStart = until - Math.min(shortestTimeoutMs, maxWaitMs / 2);
	for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * growth)) {
		const leftMs = lastStart - clock.elapsed();
		// A timer may end a little early: there is no time for a further check then.
		if (leftMs < 1) return false;
		await rest(clock.pause(Math.min(pauseMs, leftMs)));
		if (await check(until)) return true;
	}
}
