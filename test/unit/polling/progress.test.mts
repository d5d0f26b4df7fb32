import { Progress } from '../../../nodes/Stitch/polling/progress';
import type { Window } from '../../../nodes/Stitch/polling/window';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const now = Date.parse('2026-11-20T08:00:00Z');
const horizon = now - 3 * day;
const fullPage = 200;

let progress: Progress;

/** How many objects of a list changed between two moments. */
type Busy = (from: number, to: number) => number;

const quiet: Busy = () => 0;
const each =
	(ms: number): Busy =>
	(from, to) =>
		Math.ceil(to / ms) - Math.ceil(from / ms);
const everySecond = each(second);
const during =
	(begin: number, end: number, busy: Busy): Busy =>
	(from, to) =>
		Math.max(0, busy(Math.max(from, begin), Math.min(to, end)));

/** One poll, or as many questions of it as there is time for: the windows that were read, in turn. */
function poll(busy: Busy, { at = now, questions = 1000, hasNews = false } = {}): Window[] {
	const read: Window[] = [];
	progress.begin(at - 3 * day);
	for (let asked = 0; asked < questions; asked++) {
		const window = progress.window();
		if (window === undefined) return read;
		const count = busy(window.from, Math.min(window.to ?? at, at));
		// Of a millisecond alone, all pages are read.
		if (count > fullPage && window.to !== window.from + 1) {
			progress.tooMuch(window, at);
		} else {
			progress.took(window, { count, newestRead: at, now: at, hasNews });
			read.push(window);
		}
	}
	return read;
}

/** The time that windows cover together, if there is no gap between one and the next. */
function covered(windows: readonly Window[]): Window {
	windows.slice(1).forEach(({ from }, index) => expect(from).toBe(windows[index]?.to));
	return { from: windows[0]?.from ?? NaN, to: windows.at(-1)?.to };
}

const newIn = (windows: Window[]) => windows.slice(0, windows.findIndex(({ to }) => !to) + 1);
const againIn = (windows: Window[]) => windows.slice(windows.findIndex(({ to }) => !to) + 1);

beforeEach(() => {
	progress = new Progress(now - minute, horizon, true);
});

describe('what is new', () => {
	it('is read with a quarter of an hour before it, and twice as much each time it fits', () => {
		expect(newIn(poll(quiet))).toEqual([{ from: now - 16 * minute, to: undefined }]);
		expect(newIn(poll(quiet))).toEqual([{ from: now - 30 * minute, to: undefined }]);
		expect(newIn(poll(quiet))).toEqual([{ from: now - 60 * minute, to: undefined }]);
		for (let polls = 0; polls < 10; polls++) poll(quiet);
		expect(poll(quiet)).toEqual([{ from: horizon, to: undefined }]);
	});

	it('is read with as much before it as last time where a page is half full', () => {
		const halfFull = during(now - 100 * second, now, everySecond);
		expect(newIn(poll(halfFull))[0]?.from).toBe(now - 16 * minute);
		expect(newIn(poll(halfFull))[0]?.from).toBe(now - 15 * minute);
	});

	it('is read with a sixteenth as much before it where a page is too small, but with a second at least', () => {
		const sixteenth = (15 * minute) / 16;
		expect(newIn(poll(everySecond))[0]?.from).toBe(now - minute - sixteenth);
		expect(newIn(poll(everySecond))[0]?.from).toBe(now - sixteenth);
		const burst = during(now - 3 * second, now, each(10));
		expect(newIn(poll(burst))[0]?.from).toBe(now - second);
	});

	it('is read piece by piece after a pause, without a gap, and is up to date only at its end', () => {
		progress = new Progress(now - hour, horizon, false);
		const pieces = poll(everySecond);
		// Half of the hour is too much, and so on, to a piece of less than two minutes.
		const sizes = pieces.slice(0, -1).map(({ from, to = NaN }) => to - from);
		expect(sizes).toEqual(Array(32).fill(112_531));
		expect(covered(pieces)).toEqual({ from: now - hour - second, to: undefined });
		expect(progress.isUpToDate).toBe(true);
		expect(progress.newestRead).toBe(now);
	});

	it('is read in larger pieces again where less has changed', () => {
		progress = new Progress(now - day, horizon, false);
		const burst = during(now - day, now - day + 5 * minute, each(100));
		const sizes = poll(burst).map(({ from, to = now }) => to - from);
		expect(Math.min(...sizes)).toBeLessThan(minute);
		expect(Math.max(...sizes)).toBeGreaterThan(hour);
		expect(sizes.length).toBeLessThan(50);
	});

	it('goes on in the next poll, without reading anything twice, where there was no time for all', () => {
		progress = new Progress(now - hour, horizon, false);
		const first = poll(everySecond, { questions: 20 });
		expect(progress.isUpToDate).toBe(false);
		expect(progress.newestRead).toBe(first.at(-1)?.to);
		const second = poll(everySecond, { at: now + minute });
		expect(covered([...first, ...second]).to).toBeUndefined();
		expect(progress.newestRead).toBe(now + minute);
	});

	it('is asked for a millisecond alone where that has more than a page', () => {
		const moment = now - 2 * minute;
		const together: Busy = (from, to) => (from <= moment && moment < to ? 1000 : 0);
		progress = new Progress(moment, horizon, false);
		expect(poll(together)).toContainEqual({ from: moment, to: moment + 1 });
		expect(progress.isUpToDate).toBe(true);
	});

	it('is read from where the last poll came to where Stitch has shown nothing since', () => {
		progress.begin(horizon);
		progress.took(progress.window()!, { count: 0, newestRead: -Infinity, now, hasNews: false });
		expect(progress.newestRead).toBe(now - minute);
	});

	it('is never asked for within no time at all', () => {
		for (const isReadAgain of [false, true]) {
			if (isReadAgain) poll(quiet, { questions: 1 });
			else progress.begin(horizon);
			progress.tooMuch({ from: now - 1, to: now }, now);
			const { from, to = NaN } = progress.window()!;
			expect(to - from).toBe(1);
		}
	});

	it('is never taken for read up to a time that is still to come', () => {
		progress = new Progress(now - 10 * second, horizon, false);
		progress.begin(now - 10 * second);
		progress.tooMuch(progress.window()!, now);
		const half = progress.window()!;
		expect(half).toEqual({ from: now - 10 * second, to: now + 20 * second });
		// The rest of the burst has left the list meanwhile.
		progress.took(half, { count: fullPage, newestRead: now - 5 * second, now, hasNews: true });
		expect(progress.newestRead).toBe(now);
	});
});

describe('what was read before', () => {
	it('is read again whole in each poll of a quiet list, up to where the poll began', () => {
		const polled = poll(quiet);
		const again = againIn(polled);
		expect(covered(again)).toEqual({ from: horizon, to: newIn(polled)[0]?.from });
		const hours = again.slice(0, -1).map(({ from, to = 0 }) => (to - from) / hour);
		expect(hours).toEqual([1, 2, 4, 8, 16, 32]);
		expect(progress.mayAdvanceTo).toBe(Infinity);
	});

	it('is read again by one page in each poll of a busy list, in turn', () => {
		progress = new Progress(now, horizon, true);
		// An hour, halved until it fits.
		const piece = hour / 32;
		for (let polls = 0; polls < 3; polls++) {
			const from = horizon + polls * piece;
			const read = againIn(poll(everySecond, { at: now + polls * minute }));
			expect(read).toEqual([{ from, to: from + piece }]);
			expect(progress.mayAdvanceTo).toBe(from + piece);
		}
		const later = againIn(poll(everySecond, { at: now + day }));
		expect(later).toEqual([{ from: horizon + day, to: horizon + day + piece }]);
	});

	it('is read again in turn by as many pieces of a list as have a hundred objects together', () => {
		progress = new Progress(now, horizon, true);
		const rarely = each(10 * minute);
		const begins = Array.from({ length: 4 }, () => againIn(poll(rarely))[0]?.from ?? NaN);
		// Then the round is over, and the next one begins.
		expect(begins.map((from) => (from - horizon) / hour)).toEqual([0, 31, 63, 0]);
	});

	it('is read again to the end in a poll where little changed since the one before', () => {
		progress = new Progress(now, horizon, true);
		poll(everySecond);
		poll(quiet);
		expect(progress.mayAdvanceTo).toBe(Infinity);
	});

	it('is read from its beginning again when a round is over', () => {
		const halfFull = during(now - 100 * second, now, everySecond);
		for (let polls = 0; polls < 2; polls++) poll(halfFull);
		expect(againIn(poll(halfFull))[0]?.from).toBe(horizon);
		expect(againIn(poll(quiet, { at: now + hour }))[0]?.from).toBe(horizon + hour);
	});

	it('is read on in the same poll as long as that shows something new', () => {
		progress = new Progress(now, horizon, true);
		const pages = againIn(poll(everySecond, { questions: 100, hasNews: true }));
		expect(pages.length).toBeGreaterThan(50);
	});

	it('is not read where that cannot be asked for piece by piece', () => {
		progress = new Progress(now, horizon, false);
		expect(againIn(poll(quiet))).toEqual([]);
		expect(progress.mayAdvanceTo).toBe(Infinity);
	});

	it('does not count as read again where there was time for what is new alone', () => {
		poll(everySecond, { questions: 4 });
		expect(progress.isUpToDate).toBe(true);
		expect(progress.mayAdvanceTo).toBe(horizon);
	});

	it('is not read in a poll that gives the list up', () => {
		progress.begin(horizon);
		progress.giveUp();
		expect(progress.window()).toBeUndefined();
	});
});
