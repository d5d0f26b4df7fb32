/**
 * Works through `entries` in order. Once `work` has returned false, no further entry is started;
 * those under way are still finished.
 * @param atOnce how many may be under way now; with 1, one goes after the other
 * @param breathe is awaited before each entry: it may give n8n a turn
 */
export async function inParallel<Entry>(
	entries: readonly Entry[],
	atOnce: () => number,
	work: (entry: Entry) => Promise<boolean>,
	breathe = async () => {},
): Promise<void> {
	let underWay = 0;
	let stopped = false;
	let thrown: { cause: unknown } | undefined;
	let wake = () => {};
	const oneDone = async () => await new Promise<void>((resolve) => (wake = resolve));

	async function carryOut(entry: Entry): Promise<void> {
		try {
			if (!(await work(entry))) stopped = true;
		} catch (cause) {
			thrown ??= { cause };
			stopped = true;
		}
		underWay--;
		wake();
	}

	for (const entry of entries) {
		while (underWay >= atOnce()) await oneDone();
		await breathe();
		if (stopped) break;
		underWay++;
		void carryOut(entry);
	}
	while (underWay > 0) await oneDone();
	if (thrown !== undefined) throw thrown.cause;
}
