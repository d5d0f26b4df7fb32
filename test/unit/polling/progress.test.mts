import { Progress } from '../../../nodes/Stitch/polling/progress';

it('takes no time for read that has not come yet, where the rest of a burst has left the list', () => {
	const begin = Date.parse('2026-11-20T08:00:00Z');
	const now = begin + 10_000;
	const progress = new Progress(begin, begin, true);
	progress.begin(begin);
	const all = progress.window()!;
	expect(all).toEqual({ from: begin, to: undefined });
	progress.tooMuch(all, now);
	const half = progress.window()!;
	expect(half.to).toBeGreaterThan(now);
	progress.took(half, { count: 200, readTo: begin + 5000, now, hasNews: true });
	expect(progress.readTo).toBe(now);
});
