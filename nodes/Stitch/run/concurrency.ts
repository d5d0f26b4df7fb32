import { sleep } from 'n8n-workflow';

import { mostAtOnce } from '../transport/pace';

/** Waits for a pause during which the entry does not count as under way, so that another can start. */
export type WaitOutsideTheLimit = (pause: Promise<unknown>) => Promise<void>;

/**
 * Works through `entries` in order. Once `work` has returned false, no further entry is started;
 * those under way are still finished.
 * @param entries mostly `inTurns`, so that n8n is not kept waiting
 * @param atOnce how many may be under way now, not counting those that wait outside the limit
 */
export async function inParallel<Entry>(
	entries: Iterable<Entry> | AsyncIterable<Entry>,
	atOnce: () => number,
	work: (entry: Entry, waitOutsideTheLimit: WaitOutsideTheLimit) => Promise<boolean>,
): Promise<void> {
	let underWay = 0;
	let waiting = 0;
	let stopped = false;
	let thrown: { cause: unknown } | undefined;
	let wake = () => {};
	const change = async () => await new Promise<void>((resolve) => (wake = resolve));
	// Entries that wait come back into the limit, so the total is limited as well.
	const isFull = () => underWay - waiting >= atOnce() || underWay >= mostAtOnce;

	async function waitOutsideTheLimit(pause: Promise<unknown>): Promise<void> {
		waiting++;
		wake();
		await pause;
		waiting--;
	}

	async function carryOut(entry: Entry): Promise<void> {
		try {
			if (!(await work(entry, waitOutsideTheLimit))) stopped = true;
		} catch (cause) {
			thrown ??= { cause };
			stopped = true;
		}
		underWay--;
		wake();
	}

	for await (const entry of entries) {
		while (isFull()) await change();
		if (stopped) break;
		underWay++;
		void carryOut(entry);
	}
	while (underWay > 0) await change();
	if (thrown !== undefined) throw thrown.cause;
}

/**
 * Milliseconds of work after which n8n gets a turn: a queue worker has to show that it is alive. With
 * more, runs take longer, because the service then has less to do in that time.
 */
const workMs = 5;

/**
 * Goes through many items, and gives n8n a turn when it is time for one: during the work, n8n can do nothing
 * else.
 * @param elapsed milliseconds on a clock that never goes back
 */
export async function* inTurns<One>(
	all: Iterable<One>,
	elapsed = () => performance.now(),
): AsyncGenerator<One> {
	let since = elapsed();
	for (const one of all) {
		if (elapsed() - since >= workMs) {
			await sleep(0);
			since = elapsed();
		}
		yield one;
	}
}
