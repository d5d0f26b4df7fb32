import { SimulatedClock } from '../clock.mts';
import { startSimulator } from '../start.mts';

const day = 24 * 60 * 60 * 1000;
let clock: SimulatedClock;
afterEach(() => clock.stop());

describe('the simulated clock', () => {
	it('stands still at scale 0 until it is stepped', () => {
		clock = new SimulatedClock(0);
		const before = clock.now();
		const run = jest.fn();
		clock.schedule(0, run);
		expect(clock.now()).toBe(before);
		expect(run).not.toHaveBeenCalled();
		clock.advance(day);
		expect(clock.now()).toBe(before + day);
		expect(run).toHaveBeenCalledTimes(1);
	});

	it('runs what falls due in order of its time, each at the moment for which it was due', () => {
		clock = new SimulatedClock(0);
		const start = clock.now();
		const seen: Array<[name: string, at: number]> = [];
		const note = (name: string) => () => void seen.push([name, clock.now() - start]);
		for (const delay of [50, 10, 40, 20, 30]) clock.schedule(delay, note(`after ${delay}`));
		clock.schedule(20, note('after 20, later asked'));
		clock.advance(45);
		expect(seen).toEqual([
			['after 10', 10],
			['after 20', 20],
			['after 20, later asked', 20],
			['after 30', 30],
			['after 40', 40],
		]);
	});

	it('runs what due work schedules, if that falls due on the way, too', () => {
		clock = new SimulatedClock(0);
		const seen: number[] = [];
		const start = clock.now();
		const repeat = (): void => {
			seen.push(clock.now() - start);
			clock.schedule(10, repeat);
		};
		clock.schedule(10, repeat);
		clock.advance(35);
		expect(seen).toEqual([10, 20, 30]);
	});

	it('keeps a thousand timers in order', () => {
		clock = new SimulatedClock(0);
		const seen: number[] = [];
		const delays = Array.from({ length: 1000 }, (_none, index) => (index * 7919) % 1000);
		for (const delay of delays) clock.schedule(delay, () => void seen.push(delay));
		clock.advance(1000);
		expect(seen).toEqual(delays.sort((a, b) => a - b));
	});

	it('runs by itself, as fast as its scale says', async () => {
		clock = new SimulatedClock(1_000_000);
		const start = clock.now();
		// A day in 86 milliseconds.
		await new Promise<void>((resolve) => clock.schedule(day, resolve));
		expect(clock.now() - start).toBeGreaterThanOrEqual(day);
	});

	it('starts running when its scale is raised from 0', async () => {
		clock = new SimulatedClock(0);
		const done = new Promise<void>((resolve) => clock.schedule(day, resolve));
		clock.setScale(1_000_000);
		await expect(done).resolves.toBeUndefined();
	});
});

it('dates every answer of the service', async () => {
	const simulator = await startSimulator({ seed: 52, timeScale: 0 });
	const dateOf = async (path: string) => {
		const { headers } = await fetch(simulator.baseUrl + path);
		return Date.parse(headers.get('date') ?? '');
	};
	try {
		const before = await dateOf('/refunds');
		await simulator.control.advance(day);
		for (const path of ['/refunds', '/nowhere']) expect((await dateOf(path)) - before).toBe(day);
	} finally {
		await simulator.stop();
	}
});
