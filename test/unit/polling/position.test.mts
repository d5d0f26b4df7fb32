import { listsFor, type Change } from '../../../nodes/Stitch/polling/changes';
import { Position } from '../../../nodes/Stitch/polling/position';
import type { Asked, Reading } from '../../../nodes/Stitch/polling/window';
import { ServiceFailure } from '../../../nodes/Stitch/transport/failure';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const begin = Date.parse('2026-11-20T08:00:00Z');

/** The first two are shown by one list. */
const completed = 'paymentRequest.completed';
const cancelled = 'paymentRequest.cancelled';
const failed = 'disbursement.error';
const isWanted = () => true;
const notOffered = { failure: new ServiceFailure({ kind: 'notOffered', happened: 'no' }) };

/** A position that has come to `begin`, and how far polls move it. */
function positionAtBegin(starts: Record<string, number> = { [completed]: 0 }) {
	const position = new Position(begin);
	position.continueFrom({ reached: begin, starts });
	let events = Object.keys(starts);
	const unread: string[] = [];
	/** Polls while these changes are in the list, by when they were made. @returns what an execution is handed */
	const poll = (now: number, ...made: number[]) => {
		position.begin({ lists: listsFor(events), events });
		const changes = made.map((since) => ({
			id: String(since),
			since,
			content: { event: completed },
		}));
		let requests = 0;
		for (let asked = position.windows(); asked.length > 0; asked = position.windows()) {
			expect(++requests).toBeLessThan(1000);
			const readings = asked.map((each): [Asked, Reading] => {
				const { list } = each;
				const { from, to = Infinity } = each.window;
				if (list.events.some((event) => unread.includes(event))) return [each, notOffered];
				const isShown = ({ since }: { since: number }) => since >= from && since < to;
				const within = list.events.includes(completed) ? changes.filter(isShown) : [];
				const shown = within.map((change) => ({ at: change.since, changes: [change as Change] }));
				return [each, { shown }];
			});
			position.take(new Map(readings), isWanted, now);
		}
		position.end(now);
		return position.next(isWanted, 0);
	};
	const choose = (...chosen: string[]) => {
		events = chosen;
	};
	/** From when the first list is asked for what is new. */
	const asksFrom = () => {
		position.begin({ lists: listsFor(events), events });
		return position.windows()[0]?.window.from;
	};
	return { position, poll, choose, asksFrom, unread, reached: () => position.kept().reached };
}

it('stays before a new change that is not delivered, and goes on when it is', () => {
	const { position, poll, reached } = positionAtBegin();
	const handed = poll(begin + hour, begin + minute);
	poll(begin + 2 * hour, begin + hour);
	expect(reached()).toBe(begin + minute);
	position.ended(handed, true);
	poll(begin + 3 * hour);
	expect(reached()).toBe(begin + hour);
});

it('goes on past a late change that is not delivered, but no further than it can be read again', () => {
	const { position, poll, reached } = positionAtBegin();
	const moveTo = (time: number) => {
		position.ended(poll(time, time), true);
		return reached();
	};
	expect(moveTo(begin + hour)).toBe(begin + hour);
	const late = poll(begin + hour, begin + minute);
	expect(late).toHaveLength(1);
	expect(moveTo(begin + 2 * day)).toBe(begin + 2 * day);
	expect(moveTo(begin + 4 * day)).toBe(begin + minute + 3 * day);
	position.ended(late, true);
	expect(moveTo(begin + 5 * day)).toBe(begin + 5 * day);
});

it('hands over new changes before late ones, and each execution gets its own in order of time', () => {
	const { position, poll } = positionAtBegin();
	const upTo = (count: number, from: number) => Array.from({ length: count }, (_, n) => from + n);
	const late = upTo(300, begin - 2 * day);
	const fresh = upTo(400, begin + minute);
	const timesOf = (changes: readonly Change[]) => changes.map(({ since }) => since);
	expect(timesOf(poll(begin + hour, ...late, ...fresh))).toEqual([...late.slice(0, 100), ...fresh]);
	expect(timesOf(position.next(isWanted, 0))).toEqual(late.slice(100));
});

it('moves only up to the latest change that Stitch has shown, which may show another one late', () => {
	const { position, poll, reached } = positionAtBegin();
	poll(begin + hour);
	expect(reached()).toBe(begin);
	position.ended(poll(begin + hour, begin + minute), true);
	poll(begin + 2 * hour);
	expect(reached()).toBe(begin + minute);
});

it('moves for every list by what one of them has shown, with the poll after that', () => {
	const { position, poll, choose, reached } = positionAtBegin({ [completed]: 0, [failed]: 0 });
	choose(failed, completed);
	position.ended(poll(begin + hour, begin + minute), true);
	poll(begin + 2 * hour);
	expect(reached()).toBe(begin + minute);
});

it('moves past what a list may show that Stitch refuses', () => {
	const { position, poll, unread, reached } = positionAtBegin({ [completed]: 0, [failed]: 0 });
	unread.push(failed);
	position.ended(poll(begin + hour, begin + minute), true);
	expect([...position.unread.values()]).toEqual([notOffered.failure]);
	expect(reached()).toBe(begin + minute);
	unread.pop();
	poll(begin + 2 * hour);
	expect(position.unread.size).toBe(0);
});

it.each([
	['nothing', [], begin + hour - 1000],
	['a change of just now', [begin + hour - 500], begin + hour - 499],
	['a change that is dated in the future', [begin + day], begin + hour + 1],
])('begins with the first poll, and after it where that shows %s', (_, before, start) => {
	const { position, poll, choose } = positionAtBegin({});
	choose(completed);
	expect(poll(begin + hour, ...before)).toEqual([]);
	expect(position.kept()).toEqual({
		reached: begin + hour - 1000,
		starts: { [completed]: start },
	});
	expect(poll(begin + 2 * hour, ...before, begin + hour + 2)).toHaveLength(1);
});

it('stays where it is when another event begins to count', () => {
	const { poll, choose, reached } = positionAtBegin();
	choose(completed, failed);
	poll(begin + hour);
	expect(reached()).toBe(begin);
});

it('does not move past the present for a change that is dated in the future', () => {
	const { position, poll, reached } = positionAtBegin();
	position.ended(poll(begin + hour, begin + day), true);
	poll(begin + 2 * hour, begin + day);
	expect(reached()).toBeLessThanOrEqual(begin + 2 * hour);
	poll(begin + 3 * hour);
	expect(reached()).toBeLessThanOrEqual(begin + 2 * hour);
});

it('goes by the process that has come further, and by the latest time from which an event counts', () => {
	const { position } = positionAtBegin();
	const further = { reached: begin + hour, starts: { [completed]: begin + minute } };
	position.continueFrom(further);
	expect(position.kept()).toEqual(further);
	position.continueFrom({ reached: begin, starts: { [completed]: begin } });
	expect(position.kept()).toEqual(further);
});

it('reads a list from the earliest time at which a process left it, until it has read on itself', () => {
	const { position, poll, asksFrom } = positionAtBegin();
	const [{ key } = { key: '' }] = listsFor([completed]);
	const leftAt = (ago: number) => ({ reached: begin, starts: {}, leftAt: { [key]: begin - ago } });
	position.continueFrom(leftAt(day));
	position.continueFrom(leftAt(2 * day));
	position.continueFrom(leftAt(day));
	expect(position.kept().leftAt).toEqual({ [key]: begin - 2 * day });
	position.ended(poll(begin + hour, begin + minute), true);
	poll(begin + hour);
	position.continueFrom(leftAt(2 * day));
	expect(position.kept().leftAt).toBeUndefined();
	expect(asksFrom()).toBeGreaterThan(begin - hour);
});

it('keeps the place where a list was left until nothing older than the position is undelivered', () => {
	const { position, poll } = positionAtBegin();
	const [{ key } = { key: '' }] = listsFor([completed]);
	const leftAt = { [key]: begin - 5 * day };
	position.continueFrom({ reached: begin, starts: {}, leftAt });
	const old = begin - 4 * day;
	const fresh = Array.from({ length: 500 }, (_, n) => begin + n);
	position.ended(poll(begin + hour, old, ...fresh), true);
	const late = poll(begin + hour);
	expect(late.map(({ since }) => since)).toEqual([old]);
	expect(position.kept().leftAt).toEqual(leftAt);
	position.ended(late, true);
	// What is new does not keep it: it is after the position.
	expect(poll(begin + 2 * hour, begin + hour)).toHaveLength(1);
	expect(position.kept().leftAt).toBeUndefined();
});

it('no longer keeps where a list was left when none of its events is chosen any more', () => {
	const { position, poll, choose, unread } = positionAtBegin({ [completed]: 0, [failed]: 0 });
	unread.push(completed);
	poll(begin + hour);
	expect(position.kept().leftAt).not.toBeUndefined();
	choose(failed);
	poll(begin + 2 * hour);
	expect(position.kept().leftAt).toBeUndefined();
});

it('stays where it is while no list can be read', () => {
	const { poll, unread, reached } = positionAtBegin();
	unread.push(completed);
	poll(begin + hour);
	expect(reached()).toBe(begin);
});

it('counts an event that was taken out only from when it is chosen again', () => {
	const { position, poll, choose } = positionAtBegin();
	poll(begin);
	choose(failed);
	poll(begin + minute);
	expect(Object.keys(position.kept().starts)).toEqual([failed]);
	choose(completed);
	expect(poll(begin + hour, begin + 2 * minute)).toEqual([]);
	expect(poll(begin + 2 * hour, begin + 2 * minute, begin + hour)).toHaveLength(1);
});

it('asks from a quarter of an hour before its position, but not from before its events count', () => {
	expect(positionAtBegin().asksFrom()).toBe(begin - 15 * minute);
	expect(positionAtBegin({ [completed]: begin - minute }).asksFrom()).toBe(begin - minute);
	expect(positionAtBegin({ [completed]: begin + minute }).asksFrom()).toBe(begin + minute);
});

it('reads a list back to when the first of its events counts', () => {
	const { poll } = positionAtBegin({ [cancelled]: begin - day, [completed]: begin - 2 * day });
	expect(poll(begin + hour, begin - 1.5 * day)).toHaveLength(1);
});

it('reads late changes of a list even in the poll with which another of its events begins', () => {
	const { poll, choose } = positionAtBegin();
	choose(completed, cancelled);
	expect(poll(begin + hour, begin - 2 * day)).toHaveLength(1);
});

it('reads on what was read before as long as that shows something new, and else by about a page', () => {
	const { poll } = positionAtBegin();
	const many = Array.from({ length: 150 }, (_, n) => begin - 2.5 * day + n);
	const [next, last] = [begin - 2.5 * day + 4 * hour, begin - day];
	expect(poll(begin + hour, ...many, next, last)).toHaveLength(151);
	expect(poll(begin + hour, ...many, next, last).map(({ since }) => since)).toEqual([last]);
});

it('leaves late changes to the next poll where 500 new ones fill an execution', () => {
	const { position, poll } = positionAtBegin();
	const late = begin - 2 * day;
	const fresh = Array.from({ length: 500 }, (_, n) => begin + n);
	expect(poll(begin + hour, late, ...fresh)).toHaveLength(500);
	expect(position.next(isWanted, 0)).toEqual([]);
	expect(poll(begin + hour, late, ...fresh).map(({ since }) => since)).toEqual([late]);
});

it('hands over again what an execution has not delivered, at once or after an hour without a word', () => {
	const { position, poll } = positionAtBegin();
	const handed = poll(begin + hour, begin + minute);
	position.ended(handed, false);
	const again = position.next(isWanted, hour);
	expect(again).toEqual(handed);
	expect(position.next(isWanted, 2 * hour - 1)).toEqual([]);
	expect(position.next(isWanted, 2 * hour)).toEqual(handed);
});

it('leaves out what the filter has come to hold back, until it lets it through again', () => {
	const { position, poll } = positionAtBegin();
	position.ended(poll(begin + hour, begin + minute), false);
	expect(position.next(() => false, 0)).toEqual([]);
	expect(position.next(isWanted, 0)).toEqual([]);
	expect(poll(begin + hour, begin + minute)).toHaveLength(1);
});
