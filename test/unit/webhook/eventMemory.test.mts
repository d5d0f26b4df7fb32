import { EventMemory, type RecordIds } from '../../../nodes/Stitch/webhook/eventMemory';
import { VirtualTime } from './virtual-time.mts';

/** What n8n's helper does to the database: read the list, add to it, write it back, no lock. */
class SharedList {
	ids: string[] = [];

	calls = 0;

	private readonly time: VirtualTime;
	private readonly stepMs: number;
	private readonly variation: number;

	constructor(time: VirtualTime, stepMs: number, variation: number) {
		this.time = time;
		this.stepMs = stepMs;
		this.variation = variation;
	}

	readonly record: RecordIds = async (ids) => {
		this.calls++;
		await this.step();
		const read = new Set(this.ids);
		await this.step();
		const first = ids.filter((id) => !read.has(id));
		this.ids = [...read, ...first];
		await this.step();
		return first;
	};

	private async step(): Promise<void> {
		const varied = 1 - this.variation * this.time.random();
		await this.time.pause(this.stepMs * varied);
	}
}

function setUp({ processes = 1, stepMs = 10, variation = 1, seed = 1 } = {}) {
	const time = new VirtualTime(seed);
	const list = new SharedList(time, stepMs, variation);
	const memories = Array.from({ length: processes }, () => new EventMemory(time));
	return { time, list, memories, memory: memories[0] as EventMemory };
}

it('lets an event through once, however often it is delivered', async () => {
	const { time, list, memory } = setUp();
	const deliveries = ['a', 'a', 'b', 'a'].map((id) => memory.isFirst(id, list.record));
	await time.run();
	expect(await Promise.all(deliveries)).toEqual([true, false, true, false]);
	const later = memory.isFirst('a', list.record);
	await time.run();
	expect(await later).toBe(false);
});

it('records what arrives while it is recording together', async () => {
	const { time, list, memory } = setUp();
	const deliveries = Array.from({ length: 100 }, (_, n) => memory.isFirst(`${n}`, list.record));
	await time.run();
	expect(await Promise.all(deliveries)).toEqual(deliveries.map(() => true));
	// The one that came first, all others, and one look at all of them.
	expect(list.calls).toBeLessThanOrEqual(3);
});

it('records the events of a burst a few at a time, not one by one', async () => {
	const { time, list, memory } = setUp({ stepMs: 1 });
	const deliveries: Array<Promise<boolean>> = [];
	const burst = async () => {
		for (let n = 0; n < 20; n++) {
			deliveries.push(memory.isFirst(`${n}`, list.record));
			await time.pause(5);
		}
	};
	void burst();
	await time.run();
	expect(await Promise.all(deliveries)).toEqual(deliveries.map(() => true));
	// 100 ms, one recording in 20 ms and a little, and one look at all of them.
	expect(list.calls).toBeLessThanOrEqual(7);
});

it('recognizes an event after a restart', async () => {
	const { time, list, memory } = setUp();
	void memory.isFirst('a', list.record);
	await time.run();
	const again = new EventMemory(time).isFirst('a', list.record);
	await time.run();
	expect(await again).toBe(false);
});

it('tells when an id that was seen first will be recognized: not before it is found again', async () => {
	const { time, list, memory } = setUp();
	const told: string[] = [];
	const copies = ['one', 'other'].map((copy) =>
		memory.isFirst('a', list.record, () => void told.push(copy)),
	);
	const whenAnswered = Promise.all(copies).then((areFirst) => ({ areFirst, told: [...told] }));
	await time.run();
	expect(await whenAnswered).toEqual({ areFirst: [true, false], told: [] });
	expect(told).toEqual(['one']);
});

it('looks again although the clock is set back', async () => {
	const { time, list, memory } = setUp();
	time.now = () => -time.elapsed();
	let isKept = false;
	void memory.isFirst('a', list.record, () => (isKept = true));
	await time.run();
	expect(isKept).toBe(true);
});

describe('when the database does not answer', () => {
	const outage = new Error('database is locked');

	it('tries once more', async () => {
		const { time, list, memory } = setUp();
		let calls = 0;
		const delivery = memory.isFirst('a', async (ids) => {
			if (++calls === 1) throw outage;
			return await list.record(ids);
		});
		await time.run();
		expect(await delivery).toBe(true);
	});

	it('fails for everyone who waited, and takes the event for new afterwards', async () => {
		const { time, list, memory } = setUp();
		const deliveries = Promise.allSettled(
			['a', 'b'].map((id) => memory.isFirst(id, async () => await Promise.reject(outage))),
		);
		await time.run();
		expect(await deliveries).toEqual([
			{ status: 'rejected', reason: outage },
			{ status: 'rejected', reason: outage },
		]);
		const later = memory.isFirst('a', list.record);
		await time.run();
		expect(await later).toBe(true);
	});

	it('does not take an event for a repetition that its own lost attempt has recorded', async () => {
		const { time, list, memory } = setUp();
		let calls = 0;
		const delivery = memory
			.isFirst('a', async (ids) => {
				const first = await list.record(ids);
				if (++calls === 1) throw outage;
				return first;
			})
			.catch((cause: unknown) => cause);
		await time.run();
		expect(await delivery).toBe(outage);
	});

	it('gives up looking for what it has recorded, and ends', async () => {
		const { time, memory } = setUp();
		let calls = 0;
		let isKept = false;
		const record: RecordIds = async (ids) => {
			if (++calls > 1) throw outage;
			return ids;
		};
		const delivery = memory.isFirst('a', record, () => (isKept = true));
		await time.run();
		expect(await delivery).toBe(true);
		expect(calls).toBeGreaterThan(2);
		expect(isKept).toBe(false);
	});
});

describe('two processes that share a database', () => {
	/** The sender's first two gaps (public documentation). */
	const retryGaps = [0, 5_000, 305_000];

	it('would overwrite each other: the list has no lock', async () => {
		const { time, list } = setUp();
		const ids = Array.from({ length: 20 }, (_, n) => `event ${n}`);
		await Promise.all([...ids.map(async (id) => await list.record([id])), time.run()]);
		expect(list.ids.length).toBeLessThan(ids.length);
	});

	it.each([
		{ eventsPerSecond: 1, stepMs: 10, variation: 1 },
		{ eventsPerSecond: 20, stepMs: 10, variation: 1 },
		{ eventsPerSecond: 100, stepMs: 10, variation: 1 },
		{ eventsPerSecond: 100, stepMs: 30, variation: 1 },
		{ eventsPerSecond: 400, stepMs: 25, variation: 1 },
		// Both record without a break and in step: what one writes, the other has not read.
		{ eventsPerSecond: 100, stepMs: 20, variation: 0 },
		{ eventsPerSecond: 100, stepMs: 20, variation: 0.1 },
	])(
		'start each of 1,000 events once: three deliveries, $eventsPerSecond events a second, $stepMs ms a step, varied by $variation',
		async ({ eventsPerSecond, stepMs, variation }) => {
			const { time, list, memories } = setUp({
				processes: 2,
				stepMs,
				variation,
				seed: eventsPerSecond,
			});
			const started = new Map<string, number>();
			const deliver = async (id: string, at: number) => {
				await time.pause(at);
				const memory = memories[Math.floor(time.random() * 2)] as EventMemory;
				if (await memory.isFirst(id, list.record)) started.set(id, (started.get(id) ?? 0) + 1);
			};
			const deliveries = Array.from({ length: 1000 }, (_, n) =>
				retryGaps.map(async (gap) => {
					const jitter = time.random() * 1000;
					await deliver(`event ${n}`, (n * 1000) / eventsPerSecond + gap + jitter);
				}),
			).flat();
			await time.run();
			await Promise.all(deliveries);
			expect([...started.values()]).toEqual(Array(1000).fill(1));
		},
	);
});
