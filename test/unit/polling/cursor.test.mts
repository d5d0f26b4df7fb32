import {
	beginningAt,
	beginningNow,
	forgetOld,
	inOrder,
	nextFrom,
	overlapMs,
	take,
} from '../../../nodes/Stitch/polling/cursor';
import { changeOf, list } from './model.mts';

const minute = 60_000;
const now = Date.parse('2026-11-20T10:00:00Z');
const everything = { from: now - overlapMs, now, most: 100, isWanted: () => true };

const change = (object: string, at: number, status = 'completed') =>
	changeOf({ object, status, at });

it('begins a whole half hour before now, because the clock of n8n may be ahead', () => {
	expect(nextFrom(beginningNow([list], now))).toBe(now - 30 * minute);
});

it('begins at a given date and not before it', () => {
	const cursor = beginningAt([list], now);
	expect(nextFrom(cursor)).toBe(now);
	const { told } = take(cursor, [change('a', now - 1), change('b', now)], everything);
	expect(told.map(({ object }) => object)).toEqual(['b']);
});

it('looks again at the quarter of an hour before the latest change', () => {
	const cursor = { ...beginningAt([list], now - 60 * minute), reached: now };
	expect(nextFrom(cursor)).toBe(now - 15 * minute);
});

it('tells a status once, and a status that came back again', () => {
	const cursor = beginningAt([list], now - 60 * minute);
	const statuses = ['paused', 'paused', 'submitted', 'paused'];
	const told = statuses.flatMap(
		(status, n) => take(cursor, [change('a', now - 10 + n, status)], everything).told,
	);
	expect(told.map(({ status }) => status)).toEqual(['paused', 'submitted', 'paused']);
});

it('does not tell what began long before the look, such as a payment that was only refunded now', () => {
	const cursor = { ...beginningAt([list], 0), reached: now };
	const old = { ...change('a', now), since: now - 25 * 60 * minute };
	const late = { ...change('b', now), since: now - 23 * 60 * minute };
	const { told } = take(cursor, [old, late], everything);
	expect(told.map(({ object }) => object)).toEqual(['b']);
});

it('is not moved into the future by a date that cannot be right', () => {
	const cursor = beginningAt([list], now - 60 * minute);
	const { told } = take(cursor, [change('a', Date.parse('2099-01-01T00:00:00Z'))], everything);
	expect(told).toHaveLength(1);
	expect(cursor.reached).toBe(now);
});

it('does not go back with a clock that is set back', () => {
	const cursor = { ...beginningAt([list], now - 60 * minute), reached: now };
	take(cursor, [change('a', now)], { ...everything, now: now - 24 * 60 * minute });
	expect(cursor.reached).toBe(now);
});

it('stops before what does not fit into the batch, which the next look then tells', () => {
	const cursor = beginningAt([list], now - 60 * minute);
	const changes = ['a', 'b', 'c'].map((object) => change(object, now));
	const first = take(cursor, changes, { ...everything, most: 2 });
	expect(first.told.map(({ object }) => object)).toEqual(['a', 'b']);
	expect(first.isFull).toBe(true);
	const second = take(cursor, changes, { ...everything, most: 2 });
	expect(second.told.map(({ object }) => object)).toEqual(['c']);
	expect(second.isFull).toBe(false);
});

it('remembers what the next look sees again and the latest thousand, and no more', () => {
	const cursor = { ...beginningAt([list], 0), reached: now };
	const inOverlap = Array.from({ length: 1500 }, (_, n) => [`new/${n}`, ['s', now - n]] as const);
	const older = Array.from({ length: 10 }, (_, n) => [`old/${n}`, ['s', n]] as const);
	cursor.seen = Object.fromEntries([...older, ...inOverlap]) as unknown as typeof cursor.seen;
	forgetOld(cursor);
	expect(Object.keys(cursor.seen)).toHaveLength(1500);
	cursor.seen = Object.fromEntries(older) as unknown as typeof cursor.seen;
	forgetOld(cursor);
	expect(Object.keys(cursor.seen)).toHaveLength(10);
});

it('puts changes in order of time, and those of the same instant always in the same order', () => {
	const changes = [change('b', 2), change('c', 1), change('a', 2)];
	const order = inOrder(changes).map(({ object }) => object);
	expect(order).toEqual(['c', 'a', 'b']);
	expect(inOrder(changes.toReversed()).map(({ object }) => object)).toEqual(order);
});
