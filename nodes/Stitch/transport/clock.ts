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

/** The service's time in whole seconds, as `Date` of an answer has it (RFC 9110), and the time here then. */
export interface TimeOfAnswer {
	there: number;
	here: number;
}

/** Milliseconds by which the service's clock is ahead of this one at least; negative where it is behind. */
export function leadOf({ there, here }: TimeOfAnswer): number {
	if (there > here) return there - here;
	return Math.min(0, there + 1000 - here);
}

/** A day, a time of day and an offset, as ISO 8601 has them or nearly so. */
const writtenTime =
	/^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?(?:(Z)|([+-]\d{2}):?(\d{2})?)?$/i;

/** Seconds or milliseconds since the epoch, in this century. */
const countedTime = /^\d{10}(?:\d{3})?$/;

/**
 * A time of the service in milliseconds since the epoch, and whether its zone is certain: without an
 * offset it is UTC.
 */
export function readTime(value: unknown): { time: number; isZoned: boolean } | undefined {
	const text = String(value);
	if (countedTime.test(text)) return { time: Number(text.padEnd(13, '0')), isZoned: true };
	// Not with luxon, which takes longer for it than the rest of a change takes.
	const [found, day, clock, utc, hours, minutes = '00'] = writtenTime.exec(text) ?? [];
	if (found === undefined) return undefined;
	const time = Date.parse(`${day}T${clock}${hours === undefined ? 'Z' : `${hours}:${minutes}`}`);
	return Number.isNaN(time) ? undefined : { time, isZoned: (utc ?? hours) !== undefined };
}

/** A time of the service in milliseconds since the epoch; undefined if it cannot be read. */
export function timeOf(value: unknown): number | undefined {
	return readTime(value)?.time;
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
