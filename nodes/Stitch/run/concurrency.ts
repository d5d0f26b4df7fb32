import { sleep } from 'n8n-workflow';

import { mostAtOnce } from '../transport/pace';

/** Awaits a pause in the work on an entry, while which others may be started in its place. */
export type StepAside = (pause: Promise<unknown>) => Promise<void>;

/**
 * Works through `entries` in order. Once `work` has returned false, no further entry is started;
 * those under way are still finished.
 * @param atOnce how many may be under way now, not counting those that have stepped aside
 * @param breathe is awaited before each entry: it may give n8n a turn
 */
export async function inParallel<Entry>(
	entries: readonly Entry[],
	atOnce: () => number,
	work: (entry: Entry, stepAside: StepAside) => Promise<boolean>,
	breathe = async () => {},
): Promise<void> {
	let underWay = 0;
	let aside = 0;
	let stopped = false;
	let thrown: { cause: unknown } | undefined;
	let wake = () => {};
	const change = async () => await new Promise<void>((resolve) => (wake = resolve));
	// Those that step aside come back, so they are not without number either.
	const isFull = () => underWay - aside >= atOnce() || underWay >= mostAtOnce;

	async function stepAside(pause: Promise<unknown>): Promise<void> {
		aside++;
		wake();
		await pause;
		aside--;
	}

	async function carryOut(entry: Entry): Promise<void> {
		try {
			if (!(await work(entry, stepAside))) stopped = true;
		} catch (cause) {
			thrown ??= { cause };
			stopped = true;
		}
		underWay--;
		wake();
	}

	for (const entry of entries) {
		while (isFull()) await change();
		await breathe();
		if (stopped) break;
		underWay++;
		void carryOut(entry);
	}
	while (underWay > 0) await change();
	if (thrown !== undefined) throw thrown.cause;
}

/**
 * Milliseconds of work after which n8n gets a turn: a queue worker has to show that it is alive. With
 * more, runs take longer, because the service then has less to do meanwhile.
 */
const workMs = 5;

/**
 * For work on many items, in which n8n can do nothing else.
 * @param elapsed milliseconds on a clock that never goes back
 * @returns what is to be awaited before each item: it gives n8n a turn when it is time for one
 */
export function turns(elapsed = () => performance.now()): () => Promise<void> {
	let since = elapsed();
	return async () => {
		if (elapsed() - since < workMs) return;
		await sleep(0);
		since = elapsed();
	};
}
