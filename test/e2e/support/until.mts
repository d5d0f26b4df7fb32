import { PATIENCE } from '../../host/patience.mts';

interface Looking {
	/** Milliseconds between two looks; without it, from 100 to 500, the longer the more have been in vain. */
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
	{ interval, complaint, patience = PATIENCE }: Looking = {},
): Promise<T> {
	const deadline = Date.now() + patience;
	for (let pause = interval ?? 100; ; pause = interval ?? Math.min(pause * 1.3, 500)) {
		const found = await look();
		if (found !== undefined && found !== false) return found;
		if (Date.now() > deadline) {
			throw new Error(complaint?.() ?? 'What was waited for did not happen.');
		}
		await new Promise((resolve) => setTimeout(resolve, pause));
	}
}
