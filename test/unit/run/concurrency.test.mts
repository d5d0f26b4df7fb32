import { inParallel, inTurns } from '../../../nodes/Stitch/run/concurrency';
import { VirtualTime } from '../webhook/virtualTime.mts';
import fc from '../properties.mts';

/** Works through entries whose work ends when the test's scheduler says so. */
async function watch(count: number, concurrency: number, scheduler: fc.Scheduler, failing = -1) {
	const started: number[] = [];
	const finished: number[] = [];
	let most = 0;
	const entries = Array.from({ length: count }, (_, index) => index);
	const all = inParallel(
		entries,
		() => concurrency,
		async (entry) => {
			started.push(entry);
			most = Math.max(most, started.length - finished.length);
			await scheduler.schedule(Promise.resolve());
			finished.push(entry);
			return entry !== failing;
		},
	);
	await scheduler.waitFor(all);
	return { started, finished, most };
}

describe('working through entries', () => {
	it('starts them in order, finishes all, and never has more under way than allowed', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 0, max: 20 }),
				fc.integer({ min: 1, max: 6 }),
				fc.scheduler(),
				async (count, concurrency, scheduler) => {
					const { started, finished, most } = await watch(count, concurrency, scheduler);
					expect(started).toEqual(Array.from({ length: count }, (_, index) => index));
					expect([...finished].sort((one, other) => one - other)).toEqual(started);
					expect(most).toBeLessThanOrEqual(concurrency);
				},
			),
			{ seed: 7, numRuns: 200 },
		);
	});

	it('starts nothing more after a failure, and finishes what is under way', async () => {
		await fc.assert(
			fc.asyncProperty(fc.scheduler(), async (scheduler) => {
				const { started, finished } = await watch(20, 3, scheduler, 4);
				expect(started.length).toBeLessThan(20);
				expect(finished).toHaveLength(started.length);
				expect(started).toContain(4);
			}),
			{ seed: 8, numRuns: 100 },
		);
	});

	it('starts more as soon as more are allowed, and fewer when fewer are', async () => {
		let allowed = 1;
		let underWay = 0;
		const seen: number[] = [];
		await inParallel(
			Array.from({ length: 20 }, (_, index) => index),
			() => allowed,
			async (entry) => {
				seen[entry] = ++underWay;
				await new Promise((resolve) => setImmediate(resolve));
				underWay--;
				if (entry === 1) allowed = 4;
				if (entry === 6) allowed = 2;
				return true;
			},
		);
		expect(seen.slice(0, 2)).toEqual([1, 1]);
		expect(Math.max(...seen.slice(2, 7))).toBe(4);
		expect(Math.max(...seen.slice(14))).toBe(2);
	});

	it('starts another in the place of one that waits outside the limit, and still finishes all', async () => {
		const time = new VirtualTime(1);
		const startedAt: number[] = [];
		let working = 0;
		let most = 0;
		const work = async (ms: number) => {
			most = Math.max(most, ++working);
			await time.pause(ms);
			working--;
		};
		const all = inParallel(
			Array.from({ length: 20 }, (_, index) => index),
			() => 2,
			async (_entry, waitOutsideTheLimit) => {
				startedAt.push(time.elapsed());
				await work(10);
				await waitOutsideTheLimit(time.pause(1000));
				return true;
			},
		);
		await Promise.all([all, time.run()]);
		expect(startedAt).toEqual(Array.from({ length: 20 }, (_, index) => Math.floor(index / 2) * 10));
		expect(most).toBe(2);
		expect(time.elapsed()).toBe(1100);
	});

	it('has 128 under way at most, those that wait outside the limit included', async () => {
		const time = new VirtualTime(1);
		let underWay = 0;
		let most = 0;
		const all = inParallel(
			Array.from({ length: 200 }, (_, index) => index),
			() => 2,
			async (_entry, waitOutsideTheLimit) => {
				most = Math.max(most, ++underWay);
				await waitOutsideTheLimit(time.pause(1000));
				underWay--;
				return true;
			},
		);
		await Promise.all([all, time.run()]);
		expect(most).toBe(128);
		expect(time.elapsed()).toBe(2000);
	});

	it('passes on what is thrown, once those under way have finished', async () => {
		const finished: number[] = [];
		const all = inParallel(
			[0, 1, 2, 3],
			() => 2,
			async (entry) => {
				await new Promise((resolve) => setImmediate(resolve));
				if (entry === 0) throw new Error('made up');
				await new Promise((resolve) => setImmediate(resolve));
				finished.push(entry);
				return true;
			},
		);
		await expect(all).rejects.toThrow('made up');
		expect(finished).toEqual([1]);
	});
});

/** Which items were preceded by a turn of something else, with the time that each takes. */
async function turnsAt(times: readonly number[]): Promise<number[]> {
	let now = 0;
	const turns: number[] = [];
	const others = { turn: false };
	for await (const [index, ms] of inTurns(times.entries(), () => now)) {
		if (others.turn) turns.push(index);
		others.turn = false;
		setTimeout(() => (others.turn = true), 0);
		now += ms;
	}
	return turns;
}

describe('work on many items', () => {
	it('gives n8n a turn after 5 milliseconds of work, and not before', async () => {
		expect(await turnsAt([4, 0, 1, 0])).toEqual([3]);
	});

	it('counts from the last turn', async () => {
		expect(await turnsAt([1000, 4, 0, 1, 0])).toEqual([1, 4]);
	});
});
