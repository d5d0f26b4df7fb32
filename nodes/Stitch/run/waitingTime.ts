import type { Clock } from '../transport/clock';
import { shortestTimeoutMs } from '../transport/service';

/** When a wait ends, in milliseconds of the clock's `elapsed`. */
export interface WaitingTime {
	/** After this, no reading is started or repeated. */
	until: number;
	/** When the last reading has to start so that it is answered in time. */
	lastLookAt: number;
}

/** A wait of at most `maxWaitMs` milliseconds that starts now. */
export function waitingTime(clock: Clock, maxWaitMs: number): WaitingTime {
	const until = clock.elapsed() + maxWaitMs;
	return { until, lastLookAt: until - Math.min(shortestTimeoutMs, maxWaitMs / 2) };
}

/** A time as messages tell it: `1 second`, `300 seconds`. */
export function inSeconds(milliseconds: number): string {
	const seconds = Math.round(milliseconds / 1000);
	return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
}
