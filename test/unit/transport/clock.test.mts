import { realClock } from '../../../nodes/Stitch/transport/clock';

// Nobody waits for a timer whose pause has ended; left alone, it would keep the test process alive.
beforeEach(() => {
	jest.useFakeTimers({ advanceTimers: true });
});

afterEach(() => {
	jest.useRealTimers();
});

describe('a pause', () => {
	it('ends at once when the user stops the execution', async () => {
		const stop = new AbortController();
		const pause = realClock(stop.signal).pause(20_000);
		stop.abort();
		await expect(pause).resolves.toBeUndefined();
	});

	it('does not begin when the execution is stopped already', async () => {
		await expect(realClock(AbortSignal.abort()).pause(20_000)).resolves.toBeUndefined();
	});

	it('ends by itself', async () => {
		await expect(realClock(undefined).pause(1)).resolves.toBeUndefined();
	});

	it('leaves no listener behind', async () => {
		const stop = new AbortController();
		const added = jest.spyOn(stop.signal, 'addEventListener');
		const removed = jest.spyOn(stop.signal, 'removeEventListener');
		await realClock(stop.signal).pause(1);
		expect(removed.mock.calls.map(([, listener]) => listener)).toEqual(
			added.mock.calls.map(([, listener]) => listener),
		);
	});
});
