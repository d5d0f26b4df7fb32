import { Throttle } from '../../../nodes/Stitch/webhook/throttle';

it('remembers no more keys than have passed in one interval', () => {
	const throttle = new Throttle(1000);
	for (let at = 0; at < 100_000; at += 100) throttle.passes(`key ${at}`, at);
	const { passedAt } = throttle as unknown as { passedAt: Map<string, number> };
	expect(passedAt.size).toBe(10);
});
