import { beginningAt, overlapMs } from '../../../nodes/Stitch/polling/cursor';
import { look } from '../../../nodes/Stitch/polling/look';
import { list, ModelService, type Step } from './model.mts';

const minute = 60_000;
const now = Date.parse('2026-11-20T10:00:00Z');
const week = 7 * 24 * 60 * minute;
const rules = { now: () => now, most: 500, isWanted: () => true, isTimeUp: () => false };

const steps = (count: number, span: number): Step[] =>
	Array.from({ length: count }, (_, n) => ({
		object: `thing/${n}`,
		status: 'completed',
		at: now - span + Math.floor((n * span) / count),
	}));

const service = (history: Step[], pageSize = 200) => new ModelService(history, pageSize);

it('reads everything at once where that is not too much', async () => {
	const shop = service(steps(20, week));
	const { told } = await look(beginningAt([list], now - week), shop.reader(now, 0), rules);
	expect(told).toHaveLength(20);
	expect(shop.windows).toEqual([`${now - week} Infinity`]);
});

it('takes a week with 20,000 changes in batches of 500, with few requests for each', async () => {
	const shop = service(steps(20_000, week));
	let cursor = beginningAt([list], now - week);
	const told: string[] = [];
	const perLook: number[] = [];
	while (told.length < 20_000) {
		const before = shop.windows.length;
		const result = await look(cursor, shop.reader(now, now - week), rules);
		cursor = result.cursor;
		expect(result.told.length).toBeLessThanOrEqual(500);
		expect(Object.keys(cursor.seen).length).toBeLessThanOrEqual(20_000);
		told.push(...result.told.map(({ object }) => object));
		perLook.push(shop.windows.length - before);
	}
	expect(new Set(told).size).toBe(20_000);
	expect(perLook).toHaveLength(40);
	expect(Math.max(...perLook)).toBeLessThanOrEqual(20);
	expect(perLook.reduce((sum, each) => sum + each)).toBeLessThan(250);
});

it('reads what cannot be divided, many changes in one millisecond, in one piece', async () => {
	const crowd = Array.from({ length: 1200 }, (_, n) => ({
		object: `thing/${n}`,
		status: 'completed',
		at: now - 1000,
	}));
	const shop = service(crowd);
	let cursor = beginningAt([list], now - minute);
	const sizes: number[] = [];
	for (let n = 0; n < 4; n++) {
		const result = await look(cursor, shop.reader(now, 0), rules);
		cursor = result.cursor;
		sizes.push(result.told.length);
	}
	expect(sizes).toEqual([500, 500, 200, 0]);
});

it('comes to an end where the clock of n8n is a day behind the service', async () => {
	const shop = service(steps(2000, 60 * minute));
	const behind = { ...rules, now: () => now - 24 * 60 * minute, most: Infinity };
	const { told } = await look(
		beginningAt([list], now - 2 * 60 * minute),
		shop.reader(now, 0),
		behind,
	);
	expect(told).toHaveLength(2000);
	expect(shop.windows.length).toBeLessThan(500);
});

it('leaves the rest to the next look when its time is up, but never comes back with nothing', async () => {
	const shop = service(steps(1000, week));
	const rushed = { ...rules, isTimeUp: () => true };
	const { told, cursor } = await look(
		{ ...beginningAt([list], now - week), spanMs: 60 * minute },
		shop.reader(now, 0),
		rushed,
	);
	expect(told.length).toBeGreaterThan(0);
	expect(told.length).toBeLessThan(1000);
	const rest = await look(cursor, shop.reader(now, 0), { ...rules, most: Infinity });
	expect(told.length + rest.told.length).toBe(1000);
});

it('moves nothing when a window cannot be read', async () => {
	const before = { ...beginningAt([list], now - week), spanMs: overlapMs };
	const copy = structuredClone(before);
	let reads = 0;
	const fails = () => ++reads > 2;
	await expect(look(before, service(steps(10, week)).reader(now, 0, fails), rules)).rejects.toThrow(
		'the service is away',
	);
	expect(before).toEqual(copy);
});
