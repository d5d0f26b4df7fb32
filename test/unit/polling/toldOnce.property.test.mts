import fc from 'fast-check';

import { overlapMs } from '../../../nodes/Stitch/polling/cursor';
import { cases } from '../../thorough.mts';
import { ModelN8n, ModelService, type Fate, type Step } from './model.mts';

const minute = 60_000;
const day = 24 * 60 * minute;
const published = Date.parse('2026-11-20T08:00:00Z');

const fate = fc.oneof(
	{ arbitrary: fc.constant<Fate>('stored'), weight: 5 },
	{
		arbitrary: fc.constantFrom<Fate>('crashBeforeSave', 'crashBetween', 'crashAfter'),
		weight: 1,
	},
);

/** Pauses between looks: mostly a minute, now and then a night, a week, or none at all. */
const pause = fc.oneof(
	{ arbitrary: fc.constant(minute), weight: 6 },
	{ arbitrary: fc.integer({ min: 0, max: 90 * minute }), weight: 2 },
	{ arbitrary: fc.integer({ min: 0, max: 7 * day }), weight: 1 },
);

const looks = fc.array(
	fc.record({
		pause,
		fate,
		offset: fc.integer({ min: -14 * minute, max: 14 * minute }),
		away: fc.boolean(),
	}),
	{ minLength: 1, maxLength: 25 },
);

/** Where the statuses of one object lie, as shares of the whole time; some at the same instant. */
const objects = fc.array(
	fc.array(
		fc.record({
			place: fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0.25, 0.5, 0.75)),
			lateMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: overlapMs - minute })),
		}),
		{ minLength: 1, maxLength: 4 },
	),
	{ maxLength: 60 },
);

const histories = fc.record({
	looks,
	objects,
	pageSize: fc.integer({ min: 1, max: 20 }),
	most: fc.integer({ min: 1, max: 30 }),
	drifts: fc.boolean(),
});

type History = typeof histories extends fc.Arbitrary<infer Value> ? Value : never;

async function run({ looks: planned, objects: planned2, pageSize, most, drifts }: History) {
	const moments: number[] = [];
	let moment = published;
	for (const each of planned) moments.push((moment += each.pause));
	const end = moment + minute;
	const steps = planned2.flatMap((places, object): Step[] => {
		const sorted = places.toSorted((one, other) => one.place - other.place);
		const used = new Set<number>();
		return sorted.flatMap(({ place, lateMs }, index) => {
			const at = Math.floor(published + 1 + place * (end - published - 1));
			if (used.has(at)) return [];
			used.add(at);
			return [{ object: `thing/${object}`, status: `s${index}`, at, lateMs }];
		});
	});
	const service = new ModelService(steps, pageSize);
	const offsets = planned.map(({ offset }) => offset);
	const offsetMs = (at: number) => {
		const index = drifts ? moments.findLastIndex((each) => each <= at) : 0;
		return offsets[Math.max(0, index)] ?? 0;
	};
	const n8n = new ModelN8n(service, offsetMs, most);
	// The workflow is published before anything happens.
	await n8n.look(published, 'stored');
	for (const [index, each] of planned.entries()) {
		await n8n.look(moments[index] ?? end, each.fate, () => each.away && each.pause % 3 === 0);
	}
	// In the end n8n runs long enough for everything to be shown and told.
	const calm = end + overlapMs;
	const needed = Math.ceil(steps.length / most) + 2;
	for (let look = 0; look < needed; look++) await n8n.look(calm + look * minute, 'stored');
	return { n8n, service, calm, most };
}

it('tells the present status of each object exactly once, whatever happens to n8n and its clock', async () => {
	await fc.assert(
		fc.asyncProperty(histories, async (history) => {
			const { n8n, service, calm } = await run(history);
			const told = n8n.told.map(({ object, status }) => `${object} ${status}`);
			expect(new Set(told).size).toBe(told.length);
			for (const { object, status } of service.presentAt(calm)) {
				expect(told).toContain(`${object} ${status}`);
			}
		}),
		{ seed: 17, numRuns: cases(3000) },
	);
});

it('tells in order of time, in batches of bounded size', async () => {
	await fc.assert(
		fc.asyncProperty(histories, async (history) => {
			const { n8n, most } = await run(history);
			for (const batch of n8n.batches) {
				const times = batch.map(({ at }) => at);
				expect(times).toEqual(times.toSorted((one, other) => one - other));
				expect(batch.length).toBeLessThanOrEqual(most);
			}
		}),
		{ seed: 18, numRuns: cases(1000) },
	);
});
