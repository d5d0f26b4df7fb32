import { listsFor, type Change } from '../../../nodes/Stitch/polling/changes';
import { Position } from '../../../nodes/Stitch/polling/position';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const begin = Date.parse('2026-11-20T08:00:00Z');

const events = ['disbursement.completed'];
const lists = listsFor(events);
const isWanted = () => true;

/** A position that has come to `begin`, and how far polls move it. */
function positionAtBegin() {
	const position = new Position(begin);
	position.continueFrom({ reached: begin, starts: { 'disbursement.completed': 0 } });
	/** Polls a list with these changes, by when they were made. @returns what an execution is handed */
	const poll = (now: number, ...made: number[]) => {
		position.begin({ lists, events });
		const changes = made.map((since) => ({
			id: String(since),
			since,
			content: { event: events[0] },
		}));
		for (let asked = position.windows(); asked.length > 0; asked = position.windows()) {
			const readings = asked.map(({ list, window: { from, to = Infinity } }) => {
				const within = changes.filter(({ since }) => since >= from && since < to);
				const shown = within.map((each) => ({ at: each.since, changes: [each as Change] }));
				return [list.key, { shown }] as const;
			});
			position.take(asked, new Map(readings), isWanted, now);
		}
		position.end(now);
		return position.next(isWanted, 0);
	};
	return { position, poll, reached: () => position.asKept().reached };
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
