import { PATIENCE } from '../../host/patience.mts';

interface Looking {
	/** Milliseconds between two looks. */
	interval?: number;
	/** What to say when it was in vain. */
	complaint?: () => string;
	/** Milliseconds. */
	patience?: number;
}

/**
 * Looks again and again until there is something to see, or what is looked for is true.
 * @throws when it does not come about in time
 */
export async function until<T>(
	look: () => Promise<T | false | undefined>,
	{ interval = 100, complaint, patience = PATIENCE }: Looking = {},
): Promise<T> {
	const deadline = Date.now() + patience;
	for (;;) {
		const found = await look();
		if (found !== undefined && found !== false) return found;
		if (Date.now() > deadline) {
			throw new Error(complaint?.() ?? 'What was waited for did not happen.');
		}
		await new Promise((resolve) => setTimeout(resolve, interval));
	}
}
