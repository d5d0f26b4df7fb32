import { recheck, type WaitPauses } from '../../../nodes/Stitch/run/recheck';
import { clockOf } from '../builders.mts';

const pace: WaitPauses = { maxWaitMs: 60_000, firstPauseMs: 1000, longestPauseMs: 30_000 };

/** Checks that take no time, of which the last is the one with this number. */
async function checked(more: Partial<WaitPauses> = {}, last = Infinity) {
	const clock = clockOf();
	const untils: number[] = [];
	const check = async (until: number) => untils.push(until) >= last;
	const isOver = await recheck(clock, { ...pace, ...more }, check);
	return { isOver, pauses: clock.pauses, untils };
}

it('checks after growing pauses until a check says that it was the last', async () => {
	const { isOver, pauses } = await checked({}, 4);
	expect(pauses).toEqual([1000, 1500, 2250, 3375]);
	expect(isOver).toBe(true);
});

it('never pauses longer than the longest pause', async () => {
	const { pauses } = await checked({ longestPauseMs: 1200 }, 3);
	expect(pauses).toEqual([1000, 1200, 1200]);
});

it('leaves the last check a second for its answer, and then says that the time is up', async () => {
	const { isOver, pauses, untils } = await checked({ maxWaitMs: 5000 });
	expect(pauses).toEqual([1000, 1500, 1500]);
	expect(new Set(untils)).toEqual(new Set([5000]));
	expect(isOver).toBe(false);
});

it('checks once at least, however short the time is', async () => {
	expect((await checked({ maxWaitMs: 1000 })).pauses).toEqual([500]);
});

it('does not check where no time is given', async () => {
	expect(await checked({ maxWaitMs: 0 })).toEqual({ isOver: false, pauses: [], untils: [] });
});

it('goes by a clock that is never set back', async () => {
	const clock = clockOf();
	let checks = 0;
	const check = async () => {
		clock.setBack(60 * 60 * 1000);
		return ++checks > 100;
	};
	await recheck(clock, { ...pace, maxWaitMs: 5000 }, check);
	expect(checks).toBe(3);
});

it('hands each pause over to where something else can be done in it', async () => {
	const rest = jest.fn(async (pause: Promise<unknown>) => void (await pause));
	await checked({ rest }, 2);
	expect(rest).toHaveBeenCalledTimes(2);
});

it('does not check once more where the last pause ended a little early', async () => {
	const clock = clockOf();
	const early = { ...clock, pause: async (ms: number) => await clock.pause(ms - 0.2) };
	let checks = 0;
	await recheck(early, { ...pace, maxWaitMs: 2000 }, async () => ++checks > 100);
	expect(checks).toBe(1);
});
