interface Timer {
	due: number;
	order: number;
	run: () => void;
}

const longestTimeout = 2 ** 31 - 1;

/**
 * The time in which the simulated service lives. It runs `scale` times as fast as real time (0 stops
 * it) and can be stepped by hand. Work that falls due runs in order of its due time.
 *
 * Real time is that of the wall clock: at scale 1 the two stay equal, even on a machine that sleeps
 * for hours, while a monotonic clock stands still.
 */
export class SimulatedClock {
	#scale: number;
	#simulatedBase = Date.now();
	#realBase = Date.now();
	/** While due work runs, the clock shows the moment for which it was due. */
	#frozenAt: number | undefined;
	#timers: Timer[] = [];
	#order = 0;
	#armed: NodeJS.Timeout | undefined;
	#armedFor = Infinity;

	constructor(scale = 1) {
		this.#scale = scale;
	}

	get scale(): number {
		return this.#scale;
	}

	/** Simulated milliseconds since 1970. */
	now(): number {
		if (this.#frozenAt !== undefined) return this.#frozenAt;
		return this.#simulatedBase + (Date.now() - this.#realBase) * this.#scale;
	}

	setScale(scale: number): void {
		this.#rebase(this.now());
		this.#scale = scale;
		this.#arm(true);
	}

	/** Steps the clock forward and runs everything that falls due on the way, in order. */
	advance(milliseconds: number): void {
		const target = this.now() + milliseconds;
		this.#runDue(target);
		this.#rebase(target);
		this.#arm(true);
	}

	/** Runs `run` after a delay in simulated milliseconds. */
	schedule(delay: number, run: () => void): void {
		this.#push({ due: this.now() + delay, order: this.#order++, run });
		this.#arm(false);
	}

	stop(): void {
		clearTimeout(this.#armed);
		this.#timers = [];
	}

	#rebase(simulated: number): void {
		this.#simulatedBase = simulated;
		this.#realBase = Date.now();
	}

	#runDue(target: number): void {
		try {
			for (let top = this.#timers[0]; top && top.due <= target; top = this.#timers[0]) {
				this.#pop();
				this.#frozenAt = Math.max(top.due, this.#frozenAt ?? 0);
				top.run();
			}
		} finally {
			this.#frozenAt = undefined;
		}
	}

	#arm(always: boolean): void {
		const top = this.#timers[0];
		if (!always && top && top.due >= this.#armedFor) return;
		clearTimeout(this.#armed);
		this.#armedFor = Infinity;
		if (!top || this.#scale === 0) return;
		this.#armedFor = top.due;
		const delay = Math.max(0, (top.due - this.now()) / this.#scale);
		this.#armed = setTimeout(
			() => {
				this.#runDue(this.now());
				this.#arm(true);
			},
			Math.min(Math.ceil(delay), longestTimeout),
		);
		this.#armed.unref();
	}

	#before(a: Timer, b: Timer): boolean {
		return a.due < b.due || (a.due === b.due && a.order < b.order);
	}

	#push(timer: Timer): void {
		const heap = this.#timers;
		let index = heap.push(timer) - 1;
		while (index > 0) {
			const parent = (index - 1) >> 1;
			const above = heap[parent] as Timer;
			if (!this.#before(timer, above)) break;
			heap[index] = above;
			index = parent;
		}
		heap[index] = timer;
	}

	#pop(): void {
		const heap = this.#timers;
		const last = heap.pop();
		if (last === undefined || heap.length === 0) return;
		let index = 0;
		for (;;) {
			let child = 2 * index + 1;
			const left = heap[child];
			if (left === undefined) break;
			const right = heap[child + 1];
			if (right !== undefined && this.#before(right, left)) child++;
			const smaller = heap[child] as Timer;
			if (!this.#before(smaller, last)) break;
			heap[index] = smaller;
			index = child;
		}
		heap[index] = last;
	}
}
