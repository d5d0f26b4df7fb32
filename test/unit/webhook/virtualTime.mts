import type { Clock } from '../../../nodes/Stitch/transport/clock';

/** Numbers from 0 up to 1 that look random and are the same in every run (mulberry32). */
export function randomOf(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** Time that passes only while everybody pauses, and then at once. */
export class VirtualTime implements Clock {
	private time = 0;

	private sleepers: Array<{ at: number; wake: () => void }> = [];

	readonly random: () => number;

	constructor(seed: number) {
		this.random = randomOf(seed);
	}

	now(): number {
		return this.time;
	}

	elapsed(): number {
		return this.time;
	}

	async pause(milliseconds: number): Promise<void> {
		await new Promise<void>((wake) => {
			this.sleepers.push({ at: this.time + Math.max(0, milliseconds), wake });
		});
	}

	async within<Value>(_: number, value: Promise<Value>): Promise<Value> {
		return await value;
	}

	/** Lets time pass until nobody pauses any more. */
	async run(): Promise<void> {
		for (;;) {
			await new Promise((resolve) => setImmediate(resolve));
			const next = this.sleepers.reduce(
				(first, sleeper) => (first === undefined || sleeper.at < first.at ? sleeper : first),
				undefined as (typeof this.sleepers)[number] | undefined,
			);
			if (next === undefined) return;
			this.sleepers = this.sleepers.filter((sleeper) => sleeper !== next);
			this.time = next.at;
			next.wake();
		}
	}
}
