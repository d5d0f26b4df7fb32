import fc from 'fast-check';

import { inParallel } from '../../../nodes/Stitch/run/concurrency';

/** Works through entries whose work ends when the test's scheduler says so. */
async function watch(count: number, concurrency: number, scheduler: fc.Scheduler, failing = -1) {
	const started: number[] = [];
	const finished: number[] = [];
	let most = 0;
	const entries = Array.from({ length: count }, (_, index) => index);
	const all = inParallel(entries, concurrency, async (entry) => {
		started.push(entry);
		most = Math.max(most, started.length - finished.length);
		await scheduler.schedule(Promise.resolve());
		finished.push(entry);
		return entry !== failing;
	});
	await scheduler.waitFor(all);
	return { started, finished, most };
}

describe('working through entries', () => {
	it('starts them in order, finishes all, and never has more under way than allowed', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 0, max: 20 }),
				fc.integer({ min: 1, max: 6 }),
				fc.scheduler(),
				async (count, concurrency, scheduler) => {
					const { started, finished, most } = await watch(count, concurrency, scheduler);
					expect(started).toEqual(Array.from({ length: count }, (_, index) => index));
					expect([...finished].sort((one, other) => one - other)).toEqual(started);
					expect(most).toBeLessThanOrEqual(concurrency);
				},
			),
			{ seed: 7, numRuns: 200 },
		);
	});

	it('starts nothing more after a failure, and finishes what is under way', async () => {
		await fc.assert(
			fc.asyncProperty(fc.scheduler(), async (scheduler) => {
				const { started, finished } = await watch(20, 3, scheduler, 4);
				expect(started.length).toBeLessThan(20);
				expect(finished).toHaveLength(started.length);
				expect(started).toContain(4);
			}),
			{ seed: 8, numRuns: 100 },
		);
	});
});
