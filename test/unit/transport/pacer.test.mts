import { Pacer, type Turn } from '../../../nodes/Stitch/transport/pacer';
import type { Clock } from '../../../nodes/Stitch/transport/clock';
import { randomOf } from '../webhook/virtual-time.mts';

/** A clock on which many pauses run at once; `run` moves it to each pause's end in turn. */
function sharedClock() {
	let now = 0;
	const waiting: Array<{ at: number; wake: () => void }> = [];
	const clock: Clock = {
		now: () => now,
		elapsed: () => now,
		random: () => 0.5,
		standstill: () => ({ lostMs: () => 0, end() {} }),
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

async function turnOf(pacer: Pacer): Promise<Turn> {
	const turn = await pacer.turn();
	if (turn === undefined) throw new Error('There is no turn.');
	return turn;
}

/** Sends `count` requests with `workers` at once, repeating the refused; counts the refusals. */
async function burst(
	count: number,
	workers: number,
	acceptsOn: (clock: Clock) => () => boolean,
): Promise<{ took: number; refused: number }> {
	const { clock, run } = sharedClock();
	const pacer = new Pacer(clock);
	const take = acceptsOn(clock);
	let left = count;
	let refused = 0;
	async function worker() {
		while (left > 0) {
			left--;
			for (;;) {
				const turn = await turnOf(pacer);
				await clock.pause(20);
				if (take()) {
					pacer.accepted(turn);
					break;
				}
				refused++;
				pacer.refused(turn);
				await clock.pause(250);
			}
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
			const { took, refused } = await burst(600, workers, (clock) =>
				bucketOf(20, bucketSize, clock.elapsed),
			);
			const ideal = ((600 - bucketSize) / 20) * 1000;
			expect(took).toBeLessThan(ideal * 1.3);
			expect(refused).toBeLessThan(150);
		},
	);

	it('does not stay low where four requests in a hundred are refused by chance', async () => {
		const times: number[] = [];
		for (let seed = 1; seed <= 20; seed++) {
			const random = randomOf(seed);
			times.push((await burst(300, 8, () => () => random() >= 0.04)).took);
		}
		expect(Math.max(...times)).toBeLessThan(30_000);
	});

	it('has no turn for a request that would be too late then', async () => {
		const { clock, run } = sharedClock();
		const pacer = new Pacer(clock);
		pacer.refused(await turnOf(pacer), 3000);
		expect(await pacer.turn(2999)).toBeUndefined();
		expect(await run(pacer.turn(3000))).toBe(3000);
	});

	it('has no turn for a request that would be too late after those before it', async () => {
		const { clock } = sharedClock();
		const pacer = new Pacer(clock);
		// 10 a second.
		pacer.refused(await turnOf(pacer));
		void pacer.turn();
		void pacer.turn();
		expect(await pacer.turn(200)).toBeUndefined();
	});

	it('waits as long as the service asks, for all requests', async () => {
		const { clock, run } = sharedClock();
		const pacer = new Pacer(clock);
		pacer.refused(await turnOf(pacer), 3000);
		expect(await run(pacer.turn())).toBe(3000);
	});

	it('waits for nobody where only one request in many is asked to wait', async () => {
		const { clock, run } = sharedClock();
		const pacer = new Pacer(clock);
		for (let request = 0; request < 50; request++) pacer.accepted(await turnOf(pacer));
		pacer.refused(await turnOf(pacer), 3000);
		expect(await run(pacer.turn())).toBe(0);
	});

	it('counts one burst of refusals once', async () => {
		const { clock, run } = sharedClock();
		const pacer = new Pacer(clock);
		const turns = await Promise.all(Array.from({ length: 15 }, () => turnOf(pacer)));
		await run(clock.pause(1000));
		for (const turn of turns) pacer.refused(turn);
		const took = await run(Promise.all([pacer.turn(), pacer.turn()]));
		// Fifteen a second: they were too few for a burst.
		expect(took).toBeCloseTo(1000 + 2 * (1000 / 15));
	});

	it('goes on with a third of the pace where many were sent in a burst', async () => {
		const { clock, run } = sharedClock();
		const pacer = new Pacer(clock);
		const turns = await Promise.all(Array.from({ length: 30 }, () => turnOf(pacer)));
		await run(clock.pause(1000));
		for (const turn of turns) pacer.refused(turn);
		expect(await run(pacer.turn())).toBe(1000 + 1000 / (30 / 3));
	});

	it('slows down those who wait already', async () => {
		const { clock, run } = sharedClock();
		const pacer = new Pacer(clock);
		const turns = await Promise.all(Array.from({ length: 8 }, () => turnOf(pacer)));
		await run(clock.pause(1000));
		// 8 a second.
		for (const turn of turns) pacer.refused(turn);
		const waiting = [turnOf(pacer), turnOf(pacer), turnOf(pacer)] as const;
		pacer.refused({ at: 2000, perSecond: 4 });
		expect(await run(Promise.all(waiting))).toBeGreaterThan(1000 + 3 * (1000 / 4));
	});

	it('is at least two a second', async () => {
		const { clock, run } = sharedClock();
		const pacer = new Pacer(clock);
		const first = await turnOf(pacer);
		await run(clock.pause(1000));
		pacer.refused(first);
		pacer.refused({ at: 2000, perSecond: 1 });
		expect(await run(turnOf(pacer))).toBe(1500);
	});
});
