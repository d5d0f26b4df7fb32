interface Looking {
	/** Milliseconds between two looks. */
	interval?: number;
	/** What to say when it was in vain. */
	complaint?: () => string;
}

/**
 * Looks again and again until there is something to see.
 * @param patience milliseconds
 * @throws when it does not come about in time
 */
export async function until<T>(
	look: () => Promise<T | undefined>,
	patience = 30_000,
	{ interval = 100, complaint }: Looking = {},
): Promise<T> {
	const deadline = Date.now() + patience;
	for (;;) {
		const found = await look();
		if (found !== undefined) return found;
		if (Date.now() > deadline) {
			throw new Error(complaint?.() ?? 'What was waited for did not happen.');
		}
		await new Promise((resolve) => setTimeout(resolve, interval));
	}
}
