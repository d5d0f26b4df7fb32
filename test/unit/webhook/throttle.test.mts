import { Throttle } from '../../../nodes/Stitch/webhook/throttle';

it('lets a key through once in each interval', () => {
	const throttle = new Throttle(1000);
	const passed = [0, 1, 999, 1000, 1500, 2000].filter((at) => throttle.passes('one', at));
	expect(passed).toEqual([0, 1000, 2000]);
});

it('lets each key through for itself', () => {
	const throttle = new Throttle(1000);
	expect(throttle.passes('one', 0)).toBe(true);
	expect(throttle.passes('other', 1)).toBe(true);
});

it('remembers no more keys than have passed in one interval', () => {
	const throttle = new Throttle(1000);
	for (let at = 0; at < 100_000; at += 100) throttle.passes(`key ${at}`, at);
	const { passedAt } = throttle as unknown as { passedAt: Map<string, number> };
	expect(passedAt.size).toBe(10);
});
