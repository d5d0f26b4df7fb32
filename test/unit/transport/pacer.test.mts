import { Pacer } from '../../../nodes/Stitch/transport/pacer';
import type { Clock } from '../../../nodes/Stitch/transport/clock';

/** A clock on which many pauses run at once; `run` moves it to each pause's end in turn. */
function sharedClock() {
	let now = 0;
	const waiting: Array<{ at: number; wake: () => void }> = [];
	const clock: Clock = {
		now: () => now,
		random: () => 0.5,
		pause: (milliseconds) =>
			milliseconds <= 0
				? Promise.resolve()
				: new Promise((wake) => waiting.push({ at: now + milliseconds, wake })),
	};
	async function run(work: Promise<unknown>): Promise<number> {
		let done = false;
		void work.then(() => (done = true));
		while (!done) {
			await new Promise(setImmediate);
			waiting.sort((one, other) => one.at - other.at);
			const next = waiting.shift();
			if (next === undefined) continue;
			now = Math.max(now, next.at);
			next.wake();
		}
		return now;
	}
	return { clock, run };
}

/** A token bucket, as rate limits are usually built. */
function bucketOf(perSecond: number, burst: number, now: () => number) {
	let tokens = burst;
	let at = now();
	return () => {
		tokens = Math.min(burst, tokens + ((now() - at) / 1000) * perSecond);
		at = now();
		if (tokens < 1) return false;
		tokens -= 1;
		return true;
	};
}

/** Sends `count` requests with `workers` at once, repeating the refused; counts the refusals. */
async function burst(count: number, workers: number, perSecond: number, bucketSize: number) {
	const { clock, run } = sharedClock();
	const pacer = new Pacer(clock);
	const take = bucketOf(perSecond, bucketSize, clock.now);
	let left = count;
	let refused = 0;
	async function worker() {
		while (left > 0) {
			left--;
			for (;;) {
				await pacer.turn();
				await clock.pause(20);
				if (take()) break;
				refused++;
				pacer.slowDown();
				await clock.pause(250);
			}
			pacer.speedUp();
		}
	}
	const took = await run(Promise.all(Array.from({ length: workers }, worker)));
	return { took, refused };
}

describe('the pace of a run', () => {
	it('is not limited while nothing is refused', async () => {
		const { clock, run } = sharedClock();
		const pacer = new Pacer(clock);
		const took = await run(Promise.all(Array.from({ length: 100 }, () => pacer.turn())));
		expect(took).toBe(0);
	});

	it.each([
		[8, 20],
		[32, 20],
		[8, 5],
	])(
		'with %d at once stays within 1.3 times the ideal time of 20 requests a second (bucket of %d)',
		async (workers, bucketSize) => {
			const { took, refused } = await burst(600, workers, 20, bucketSize);
			const ideal = ((600 - bucketSize) / 20) * 1000;
			expect(took).toBeLessThan(ideal * 1.3);
			expect(refused).toBeLessThan(150);
		},
	);

	it('waits as long as the service asks, for all requests', async () => {
		const { clock, run } = sharedClock();
		const pacer = new Pacer(clock);
		await pacer.turn();
		pacer.slowDown(3000);
		expect(await run(pacer.turn())).toBe(3000);
	});

	it('counts one burst of refusals once', async () => {
		const { clock, run } = sharedClock();
		const pacer = new Pacer(clock);
		await Promise.all(Array.from({ length: 16 }, () => pacer.turn()));
		for (let refused = 0; refused < 16; refused++) pacer.slowDown();
		const took = await run(Promise.all([pacer.turn(), pacer.turn()]));
		expect(took).toBe(1000 / (16 / 2));
	});
});
