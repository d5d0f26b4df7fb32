import { sleep } from 'n8n-workflow';

/** Time as the transport sees it; tests bring their own. */
export interface Clock {
	/** Milliseconds since the epoch, for dates from the service. This clock can be set back. */
	now(): number;
	/** Milliseconds since some moment, for durations: pace, waits, time limits. Never goes back. */
	elapsed(): number;
	/** Resolves after that many milliseconds, or at once when the user stops the execution. */
	pause(milliseconds: number): Promise<void>;
	/**
	 * The result, if it arrives within that many milliseconds; undefined otherwise. n8n's HTTP timeout
	 * never ends an answer that arrives drop by drop.
	 */
	within<Value>(milliseconds: number, value: Promise<Value>): Promise<Value | undefined>;
	/** A random number from 0 (inclusive) to 1 (exclusive). */
	random(): number;
}

/**
 * Milliseconds by which the service's clock is ahead of this one at least; negative where it is behind,
 * 0 where the answer does not say. `Date` has whole seconds (RFC 9110).
 */
export function leadOf(date: unknown, now: number): number {
	const there = typeof date === 'string' ? Date.parse(date) : NaN;
	if (there > now) return there - now;
	return there + 1000 < now ? there + 1000 - now : 0;
}

/** ISO 8601 with a time of day; the offset is captured. */
const isoTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/i;

/** A time of the service in milliseconds since the epoch; without an offset it is UTC. */
export function timeOf(value: unknown): number | undefined {
	// Not with luxon, which takes longer for it than the rest of a change takes.
	const [text, offset] = isoTime.exec(String(value)) ?? [];
	if (text === undefined) return undefined;
	const time = Date.parse(offset === undefined ? `${text}Z` : text);
	return Number.isNaN(time) ? undefined : time;
}

/** The real clock; its pauses end at once when `stop` is aborted. */
export function realClock(stop?: AbortSignal): Clock {
	return {
		now: () => Date.now(),
		elapsed: () => performance.now(),
		random: () => Math.random(),
		async pause(milliseconds) {
			if (milliseconds > 0 && !stop?.aborted) await unlessAborted(sleep(milliseconds), stop);
		},
		async within(milliseconds, value) {
			const timeIsUp = AbortSignal.timeout(Math.ceil(Math.max(0, milliseconds)));
			return await unlessAborted(value, timeIsUp);
		},
	};
}

/** The result, or undefined if the signal is aborted first; it leaves no listener behind. */
async function unlessAborted<Value>(
	value: Promise<Value>,
	signal?: AbortSignal,
): Promise<Value | undefined> {
	let onAbort = () => {};
	const aborted = new Promise<undefined>((resolve) => {
		onAbort = () => resolve(undefined);
		signal?.addEventListener('abort', onAbort, { once: true });
	});
	try {
		return await Promise.race([value, aborted]);
	} finally {
		signal?.removeEventListener('abort', onAbort);
	}
}
