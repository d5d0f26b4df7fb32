/**
 * Works through `entries` in order, with at most `concurrency` at the same time; with 1, one after
 * the other. Once `work` has returned false, no further entry is started; those under way are
 * still finished.
 */
export async function inParallel<Entry>(
	entries: readonly Entry[],
	concurrency: number,
	work: (entry: Entry) => Promise<boolean>,
): Promise<void> {
	let next = 0;
	let stopped = false;
	async function worker() {
		while (!stopped) {
			const entry = entries[next++];
			if (entry === undefined) return;
			if (!(await work(entry))) stopped = true;
		}
	}
	await Promise.all(Array.from({ length: Math.min(concurrency, entries.length) }, worker));
}
