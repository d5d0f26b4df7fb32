import { leadOf, readTime, realClock, timeOf } from '../../../nodes/Stitch/transport/clock';

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

	it('ends after its time', async () => {
		await expect(realClock(undefined).pause(1)).resolves.toBeUndefined();
	});

	it('lasts until its time is over', async () => {
		const isOver = jest.fn();
		void realClock().pause(20_000).then(isOver);
		await jest.advanceTimersByTimeAsync(19_000);
		expect(isOver).not.toHaveBeenCalled();
		await jest.advanceTimersByTimeAsync(1000);
		expect(isOver).toHaveBeenCalled();
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

describe('what is to come within a time', () => {
	const within = async <Value,>(value: Promise<Value>) => await realClock().within(1, value);

	it('is there if it comes in time', async () => {
		expect(await within(Promise.resolve('answer'))).toBe('answer');
		await expect(within(Promise.reject(new Error('No')))).rejects.toThrow('No');
	});

	it('is missing if it does not', async () => {
		expect(await within(new Promise(() => {}))).toBeUndefined();
	});
});

describe('the clock of Stitch', () => {
	const here = Date.parse('2026-11-20T10:00:00.500Z');

	it.each([
		['as this one, within the second that is told', 'Fri, 20 Nov 2026 10:00:00 GMT', 0],
		['ahead', 'Fri, 20 Nov 2026 10:00:10 GMT', 9500],
		['behind', 'Fri, 20 Nov 2026 09:59:50 GMT', -9500],
	])('is %s', (_, date, lead) => {
		expect(leadOf({ there: Date.parse(date), here })).toBe(lead);
	});
});

it('reads a time of Stitch without an offset as UTC, wherever n8n runs', () => {
	const ms = Date.parse('2026-11-20T10:00:00.000Z');
	expect(readTime('2026-11-20T10:00:00')).toEqual({ time: ms, isZoned: false });
	expect(timeOf('2026-11-20T12:00:00.000+02:00')).toBe(ms);
	expect(timeOf('2026-11-20T12:00:00.000+0200')).toBe(ms);
	expect(timeOf('2026-11-20T10:00:00.000999Z')).toBe(ms);
	for (const odd of [20261120, '2026-11-20', '2026-13-41T10:00:00Z', 'soon', null]) {
		expect(timeOf(odd)).toBeUndefined();
	}
});

it.each([
	['in hours of its offset', '2026-11-20T12:00:00+02'],
	['with a space for the T', '2026-11-20 10:00:00Z'],
	['with a space before its offset', '2026-11-20 12:00:00 +0200'],
	['in milliseconds', Date.parse('2026-11-20T10:00:00Z')],
	['in seconds, as text', String(Date.parse('2026-11-20T10:00:00Z') / 1000)],
])('reads a time of Stitch %s, and that its zone is certain', (_, written) => {
	expect(readTime(written)).toEqual({ time: Date.parse('2026-11-20T10:00:00Z'), isZoned: true });
});

it('knows the time of this machine, and numbers by chance', () => {
	jest.setSystemTime(1_000);
	jest.spyOn(Math, 'random').mockReturnValue(0.25);
	const { now, random } = realClock();
	expect([now(), random()]).toEqual([1_000, 0.25]);
	jest.restoreAllMocks();
});
