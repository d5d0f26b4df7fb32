import { sleep } from 'n8n-workflow';

/** How many keys one request asks for: each key may be a text of some length. */
const mostKeys = 100;

interface Batch<Found> {
	keys: Set<string>;
	found: Promise<ReadonlyMap<string, Found>>;
}

/**
 * Asks in one request for what several items need at the same moment.
 * @param ask is given each key once, and returns what there is, by its key
 * @returns what one item calls with its key; it gets undefined where there is nothing under it
 */
export function together<Found>(
	ask: (keys: readonly string[]) => Promise<ReadonlyMap<string, Found>>,
): (key: string) => Promise<Found | undefined> {
	let open: Batch<Found> | undefined;

	function opened(): Batch<Found> {
		const keys = new Set<string>();
		const found = sleep(0).then(async () => {
			if (open?.keys === keys) open = undefined;
			return await ask([...keys]);
		});
		return { keys, found };
	}

	return async (key) => {
		if (open === undefined || open.keys.size >= mostKeys) open = opened();
		open.keys.add(key);
		return (await open.found).get(key);
	};
}
