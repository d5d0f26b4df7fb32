/** Milliseconds between two looks at the time. */
const beatMs = 10;

/** Milliseconds by which a pause is late where nothing stands still. */
const usuallyLateMs = 2;

/** How long this process has stood still since somebody began to watch it. */
export interface Standstill {
	/** Milliseconds, until the watch ended; never less than before. */
	lostMs(): number;
	/** Ends the watch. */
	end(): void;
}

/**
 * Watches for times in which this process could do nothing, because n8n was busy or the machine gave
 * it no processor: what arrives then lies unread.
 * @param elapsed milliseconds since some moment
 * @param pause resolves after that many milliseconds, later if the process stands still
 */
export function watchStandstill(
	elapsed: () => number,
	pause: (milliseconds: number) => Promise<void>,
): Standstill {
	let lost = 0;
	let due = Infinity;
	let isOver = false;
	const overdue = () => Math.max(0, elapsed() - due);
	const beat = async () => {
		while (!isOver) {
			due = elapsed() + beatMs + usuallyLateMs;
			await pause(beatMs);
			lost += overdue();
		}
	};
	void beat();
	return {
		lostMs: () => lost + overdue(),
		end() {
			isOver = true;
			lost += overdue();
			due = Infinity;
		},
	};
}
