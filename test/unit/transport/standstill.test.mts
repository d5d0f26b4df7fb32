import { watchStandstill } from '../../../nodes/Stitch/transport/standstill';

/** A process whose pauses end when the test says so. */
function processOf() {
	let time = 0;
	let wake = () => {};
	const watch = watchStandstill(
		() => time,
		async () => await new Promise<void>((resolve) => (wake = resolve)),
	);
	return {
		watch,
		/** Milliseconds pass, and the pause is over. */
		async wakesAfter(milliseconds: number) {
			time += milliseconds;
			wake();
			await Promise.resolve();
			await Promise.resolve();
		},
		/** Milliseconds pass, and nothing of the process runs but what asks. */
		passes: (milliseconds: number) => void (time += milliseconds),
	};
}

describe('a process that is watched', () => {
	it('has lost nothing while its pauses end in time, or two milliseconds late', async () => {
		const { watch, wakesAfter } = processOf();
		for (const milliseconds of [10, 11, 12, 10]) await wakesAfter(milliseconds);
		expect(watch.lostMs()).toBe(0);
	});

	it('has lost what its pauses are late by', async () => {
		const { watch, wakesAfter } = processOf();
		await wakesAfter(112);
		await wakesAfter(10);
		expect(watch.lostMs()).toBe(100);
		await wakesAfter(62);
		expect(watch.lostMs()).toBe(150);
	});

	it('has lost it at once, before a pause that is overdue has ended', async () => {
		const { watch, wakesAfter, passes } = processOf();
		passes(92);
		expect(watch.lostMs()).toBe(80);
		await wakesAfter(0);
		expect(watch.lostMs()).toBe(80);
	});

	it('loses nothing more when the watch has ended', () => {
		const { watch, passes } = processOf();
		passes(112);
		watch.end();
		passes(1000);
		expect(watch.lostMs()).toBe(100);
	});

	it('pauses no more when the watch has ended', async () => {
		const pause = jest.fn(async () => {});
		const watch = watchStandstill(() => 0, pause);
		watch.end();
		await new Promise((resolve) => setImmediate(resolve));
		expect(pause).toHaveBeenCalledTimes(1);
	});
});
