import { ConcurrencyLimit } from '../../../nodes/Stitch/transport/concurrencyLimit';
import { answer, clockOf } from '../builders.mts';
import { randomOf } from '../webhook/virtual-time.mts';
import { HaltingTime } from './haltingTime.mts';
import {
	farAway,
	isAway,
	limits,
	queues,
	sendRows,
	takes,
	worksAndWaits,
	type Behaviour,
} from './simulatedService.mts';

describe('a run with automatic concurrency', () => {
	it('starts with two requests and grows to 128 where all answers come as fast', async () => {
		const { seconds, underWay, mostAtOnce } = await sendRows(
			1000,
			takes(() => 100),
		);
		expect(Math.max(...underWay.filter(([at]) => at < 100).map(([, count]) => count))).toBe(2);
		expect(mostAtOnce).toBe(128);
		// 8 at once need 12.5 seconds, 128 at once 0.8.
		expect(seconds).toBeLessThan(1.6);
	});

	// 49 * (1 / 49) is less than 1 in the computer's arithmetic.
	it.each([49, 98, 103, 107, 161])(
		'grows when no answer is as fast as the first, %d ms',
		async (ms) => {
			const { mostAtOnce } = await sendRows(
				250,
				takes((_, request) => (request <= 3 ? ms : 1.01 * ms)),
			);
			expect(mostAtOnce).toBeGreaterThan(40);
		},
	);

	it('keeps 128 busy in a long run', async () => {
		const { seconds } = await sendRows(
			10_000,
			takes(() => 100),
		);
		expect(seconds).toBeLessThan((10_000 / 128) * 0.1 * 1.2);
	});

	it.each([
		[4, 100, 0, 1.03],
		[10, 100, 0, 1.03],
		[20, 100, 0, 1.07],
		[1, 10, 90, 1.03],
		[1, 20, 80, 1.03],
	])(
		'never has twice as many under way as a service of %d at once needs (%d ms each, %d ms away)',
		async (servers, ms, latencyMs, most) => {
			const { seconds, mostAtOnce } = await sendRows(2000, queues(servers, ms, latencyMs));
			expect(mostAtOnce).toBeLessThanOrEqual((2 * servers * (ms + latencyMs)) / ms);
			expect(seconds).toBeLessThan(((2000 * ms) / servers / 1000) * most);
		},
	);

	it.each([4, 10])(
		'does not fall upon a service of %d at once that has read slowly before',
		async (servers) => {
			const pay = queues(servers, 100);
			const { mostAtOnce } = await sendRows(1000, (time) => {
				const paid = pay(time);
				let requests = 0;
				return async () => {
					if (++requests > 3) return await paid();
					await time.pause(800);
					return answer(200, {});
				};
			});
			expect(mostAtOnce).toBeLessThanOrEqual(5 * servers);
		},
	);

	it.each([
		['half as long to half as long again', 50, 150, 5],
		['20 to 400 ms', 20, 400, 16],
	])('is not held back by answers that take %s', async (_, from, to, most) => {
		for (let seed = 1; seed <= 5; seed++) {
			const random = randomOf(seed);
			const { seconds } = await sendRows(
				1000,
				takes(() => from + (to - from) * random()),
			);
			// 8 at once need 12.5 and 26 seconds.
			expect(seconds).toBeLessThan(most);
		}
	});

	it('keeps a service of 40 at once busy where each answer takes up to 60 ms more, by chance', async () => {
		for (let seed = 1; seed <= 100; seed++) {
			const service = farAway(30, queues(40, 100));
			const { seconds } = await sendRows(1000, service, undefined, seed);
			// 40 at once need 2.5 seconds.
			expect(seconds).toBeLessThan(2.5 * 1.6);
		}
	});

	describe.each([1, 2, 3])('on a machine that stands still at times (%d),', (seed) => {
		const send = async (runs: number, stands: number, behaviour: Behaviour, concurrency?: number) =>
			await sendRows(1000, behaviour, concurrency, seed, new HaltingTime(seed, runs, stands));

		it.each([
			[50, 150],
			[200, 300],
			[500, 1000],
		])('is as fast as 32 at once: runs for %d ms, stands for %d', async (runs, stands) => {
			const behaviour = worksAndWaits(1, 100);
			const { seconds } = await send(runs, stands, behaviour, 32);
			expect((await send(runs, stands, behaviour)).seconds).toBeLessThan(1.25 * seconds);
		});

		it('has at most three times as many under way as a service of 20 at once needs', async () => {
			const { mostAtOnce } = await send(200, 300, queues(20, 100));
			expect(mostAtOnce).toBeLessThanOrEqual(3 * 20);
		});
	});

	it('is not held back by one answer in a hundred that takes fifty times as long', async () => {
		const random = randomOf(1);
		const { seconds, mostAtOnce } = await sendRows(
			2000,
			takes(() => (random() < 0.01 ? 5000 : 100)),
		);
		expect(mostAtOnce).toBe(128);
		// The last of the slow ones alone takes five, and so does one at the beginning.
		expect(seconds).toBeLessThan(14);
	});

	it.each([
		['a slow first answer', (_at: number, request: number) => (request === 1 ? 3000 : 100), 5.2],
		['a service that wakes up slowly', (at: number) => (at < 2000 ? 1000 : 100), 4.2],
	])('forgets %s', async (_, ms, most) => {
		expect((await sendRows(1000, takes(ms))).seconds).toBeLessThan(most);
	});

	it.each([180, 300])(
		'goes on when answers take %d ms instead of 100 all at once',
		async (later) => {
			const { seconds, underWay } = await sendRows(
				4000,
				takes((at) => (at < 1500 ? 100 : later)),
			);
			const atTheEnd = underWay.slice(-500, -200).map(([, count]) => count);
			expect(Math.max(...atTheEnd)).toBe(128);
			expect(seconds).toBeLessThan((4000 / 128) * (later / 1000) * 1.7);
		},
	);

	it('halves when the service is not available, and comes back when it is', async () => {
		const { failures, underWay } = await sendRows(6000, isAway(3000, 4500, 100));
		const most = (from: number, to: number) =>
			Math.max(...underWay.filter(([at]) => at >= from && at < to).map(([, count]) => count));
		expect(failures).toBe(0);
		expect(most(0, 3000)).toBe(128);
		expect(most(4500, Infinity)).toBe(128);
	});
});

describe('a run with automatic concurrency at a service that takes 50 requests a second', () => {
	it.each([
		[50, 2],
		[50, 20],
		[50, 100],
		[10, 2],
		[10, 100],
	])('ends soon and has few refused (bucket of %d, %d ms)', async (bucket, ms) => {
		const rows = 3000;
		const { seconds, sent, refused, failures } = await sendRows(rows, limits(50, bucket, ms));
		expect(failures).toBe(0);
		expect(seconds).toBeLessThan(((rows - bucket) / 50) * 1.15);
		expect(refused / sent).toBeLessThan(0.03);
	});
});

describe('a run with a fixed concurrency', () => {
	it.each([1, 8, 128])('has %d under way, however fast the answers come', async (concurrency) => {
		const { mostAtOnce, seconds } = await sendRows(
			256,
			takes(() => 100),
			concurrency,
		);
		expect(mostAtOnce).toBe(concurrency);
		expect(seconds).toBeCloseTo((256 / concurrency) * 0.1);
	});

	it('keeps it when the service is slow or does not answer', () => {
		const clock = clockOf();
		const limit = new ConcurrencyLimit(clock, 8);
		for (let request = 0; request < 20; request++) limit.overloaded(limit.start());
		expect(limit.atOnce).toBe(8);
	});
});

/** A limit that has grown while every answer took 100 ms. */
async function grownLimit() {
	const clock = clockOf();
	const limit = new ConcurrencyLimit(clock);
	while (limit.atOnce < 32) {
		const round = Array.from({ length: limit.atOnce }, () => {
			void limit.enter();
			return limit.start();
		});
		await clock.pause(100);
		for (const started of round) {
			limit.end();
			limit.answered(started);
			limit.leave();
		}
	}
	return { clock, limit };
}

describe('the limit', () => {
	it('does not grow while fewer requests are under way than it allows', async () => {
		const { clock, limit } = await grownLimit();
		const before = limit.atOnce;
		for (let request = 0; request < 200; request++) {
			await limit.enter();
			const started = limit.start();
			await clock.pause(100);
			limit.end();
			limit.leave();
			limit.answered(started);
		}
		expect(limit.atOnce).toBe(before);
	});

	it('is halved once for all requests that failed together, and never falls below 1', async () => {
		const { clock, limit } = await grownLimit();
		const before = limit.atOnce;
		const burst = Array.from({ length: before }, () => limit.start());
		await clock.pause(100);
		for (const started of burst) limit.overloaded(started);
		expect(limit.atOnce).toBe(Math.floor(before / 2));
		for (let more = 0; more < 100; more++) {
			await clock.pause(100);
			limit.overloaded(limit.start());
		}
		expect(limit.atOnce).toBe(1);
	});

	it('is not halved for a request in fifty that fails', async () => {
		const { clock, limit } = await grownLimit();
		const before = limit.atOnce;
		for (let request = 0; request < 1000; request++) {
			const started = limit.start();
			await clock.pause(1);
			if (request % 50 === 0) limit.overloaded(started);
			else limit.answered(started);
		}
		expect(limit.atOnce).toBeGreaterThanOrEqual(before);
	});

	it('lets a request wait until there is room for it', async () => {
		const limit = new ConcurrencyLimit(clockOf(), 2);
		const entered: number[] = [];
		const enter = async (request: number) => {
			await limit.enter();
			entered.push(request);
		};
		const all = [1, 2, 3, 4].map(enter);
		await new Promise(setImmediate);
		expect(entered).toEqual([1, 2]);
		limit.leave();
		await new Promise(setImmediate);
		expect(entered).toEqual([1, 2, 3]);
		limit.leave();
		await Promise.all(all);
		expect(entered).toEqual([1, 2, 3, 4]);
	});
});
