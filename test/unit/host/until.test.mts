import { until } from '../../host/until.mts';

const second = 1000;

/** How a wait for 3 ends, and after how many seconds of a state that goes on like this. */
async function endOf(read: (reading: number) => unknown): Promise<[end: unknown, seconds: number]> {
	jest.useFakeTimers();
	const began = Date.now();
	let readings = 0;
	const waiting = until(
		'three',
		() => read(++readings),
		(seen) => seen === 3 && 'three',
		{ interval: second },
	).then(
		(found) => [found, Date.now() - began] as const,
		({ message }: Error) => [message, Date.now() - began] as const,
	);
	await jest.advanceTimersByTimeAsync(3600 * second);
	jest.useRealTimers();
	const [end, time] = await waiting;
	return [end, Math.floor(time / second)];
}

describe('a wait', () => {
	it('ends with what it is for', async () => {
		expect(await endOf((reading) => reading)).toEqual(['three', 2]);
	});

	it('is given up when nothing has changed for half a minute', async () => {
		const [end, seconds] = await endOf((reading) => Math.min(reading, 2));
		expect(end).toBe('Waited in vain for three.\nFor 30 s it was the same: 2');
		expect(seconds).toBeLessThanOrEqual(32);
	});

	it('is given up after five minutes where the state changes all the time', async () => {
		const [end, seconds] = await endOf((reading) => reading + 10);
		expect(end).toMatch(
			/^Waited in vain for three\.\nFor 300 s it was never that, and at last: 3\d\d$/,
		);
		expect(seconds).toBe(301);
	});
});
