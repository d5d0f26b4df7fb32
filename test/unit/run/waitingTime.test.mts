import { waitingTime } from '../../../nodes/Stitch/run/waitingTime';
import { clockOf } from '../builders.mts';

it('ends when the time is up, and leaves the last reading a second for its answer', async () => {
	const clock = clockOf();
	await clock.pause(5000);
	const { until, lastLookAt } = waitingTime(clock, 60_000);
	expect(until).toBe(65_000);
	expect(lastLookAt).toBe(64_000);
});

it('looks once at least, however short it is', () => {
	const { until, lastLookAt } = waitingTime(clockOf(), 1000);
	expect(lastLookAt).toBe(500);
	expect(until).toBe(1000);
});

it('does not look at the wall clock, which can be set back', () => {
	const clock = clockOf();
	const before = waitingTime(clock, 60_000);
	clock.setBack(60 * 60 * 1000);
	expect(waitingTime(clock, 60_000)).toEqual(before);
});
