import { PATIENCE } from './patience.mts';

interface Waiting {
	/** Milliseconds between two readings; without it, from 100 to 500, the longer the more have been in vain. */
	interval?: number;
	/** Milliseconds in which what is read has to change. */
	patience?: number;
}

/** How many times its patience a wait lasts where what is read changes all the time. */
const LONGEST = 10;

/**
 * Reads again and again until what is read shows what is waited for. What goes on slowly is waited for
 * while it goes on, but not for ever: a state with a time or a counter in it changes with every reading.
 * @param what what is waited for, as in "Waited in vain for …"
 * @param read reads the present state
 * @param pick what is waited for in it, if it is there; without it, the state itself
 * @throws when what is read does not change any more, or has changed for too long, with what was read last
 */
export async function until<T, Found = Exclude<T, undefined | false>>(
	what: string,
	read: () => Promise<T> | T,
	pick: (seen: T) => Found | undefined | false = (seen) => seen as Found & T,
	{ interval, patience = PATIENCE }: Waiting = {},
): Promise<Found> {
	let seenBefore: string | undefined;
	let deadline = 0;
	const end = Date.now() + patience * LONGEST;
	for (let pause = interval ?? 100; ; pause = interval ?? Math.min(pause * 1.3, 500)) {
		const state = await read();
		const found = pick(state);
		if (found !== undefined && found !== false) return found;
		const seen = JSON.stringify(state) ?? 'nothing';
		if (seen !== seenBefore) deadline = Date.now() + patience;
		seenBefore = seen;
		const why =
			Date.now() > deadline
				? `For ${patience / 1000} s it was the same`
				: Date.now() > end && `For ${(patience * LONGEST) / 1000} s it was never that, and at last`;
		if (why) throw new Error(`Waited in vain for ${what}.\n${why}: ${seen.slice(0, 1500)}`);
		await new Promise((resolve) => setTimeout(resolve, pause));
	}
}
