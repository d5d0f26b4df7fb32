import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Watches how much is computed between two turns of the event loop; neighbours on the machine do not count. */
export class Turns {
	/** In milliseconds of processor time. */
	longest = 0;
	#last = computedMs();
	#isOver = false;

	constructor() {
		const turn = () => {
			if (this.#isOver) return;
			this.#note();
			// Not at once: to turn all the time would itself be work.
			setTimeout(turn, 1);
		};
		setTimeout(turn, 1);
	}

	#note(): void {
		const now = computedMs();
		this.longest = Math.max(this.longest, now - this.#last);
		this.#last = now;
	}

	stop(): void {
		this.#note();
		this.#isOver = true;
	}
}

/** Processor time of this thread. */
function computedMs(): number {
	const { user, system } = process.threadCpuUsage();
	return (user + system) / 1000;
}

/** So that nobody pays for what was left by those who were measured before. */
export function collectGarbage(): void {
	setFlagsFromString('--expose-gc');
	(runInNewContext('gc') as () => void)();
}
