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
			progress.took(window, { count, readTo: at, now: at, hasNews });
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

	it('is read with less before it where a page is too small, but with a second at least', () => {
		poll(everySecond);
		expect(newIn(poll(everySecond))[0]?.from).toBeLessThan(now - second);
		const burst = during(now - 3 * second, now, each(10));
		expect(newIn(poll(burst))[0]?.from).toBe(now - second);
	});

	it('is read piece by piece after a pause, without a gap, and is up to date only at its end', () => {
		progress = new Progress(now - hour, horizon, false);
		const pieces = poll(everySecond);
		expect(pieces.length).toBeGreaterThan(hour / second / fullPage);
		expect(pieces.length).toBeLessThan(40);
		expect(covered(pieces)).toEqual({ from: now - hour - second, to: undefined });
		expect(progress.isUpToDate).toBe(true);
		expect(progress.readTo).toBe(now);
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
		expect(progress.readTo).toBe(first.at(-1)?.to);
		const second = poll(everySecond, { at: now + minute });
		expect(covered([...first, ...second]).to).toBeUndefined();
		expect(progress.readTo).toBe(now + minute);
	});

	it('is asked for a millisecond alone where that has more than a page', () => {
		const moment = now - 2 * minute;
		const together: Busy = (from, to) => (from <= moment && moment < to ? 1000 : 0);
		progress = new Progress(moment, horizon, false);
		expect(poll(together)).toContainEqual({ from: moment, to: moment + 1 });
		expect(progress.isUpToDate).toBe(true);
	});

	it('is never taken for read up to a time that has not come yet', () => {
		progress = new Progress(now - 10 * second, horizon, false);
		progress.begin(now - 10 * second);
		progress.tooMuch(progress.window()!, now);
		const half = progress.window()!;
		expect(half.to).toBeGreaterThan(now);
		// The rest of the burst has left the list meanwhile.
		progress.took(half, { count: fullPage, readTo: now - 5 * second, now, hasNews: true });
		expect(progress.readTo).toBe(now);
	});
});

describe('what was read before', () => {
	it('is read again whole in each poll of a quiet list, up to where the poll began', () => {
		const polled = poll(quiet);
		expect(covered(againIn(polled))).toEqual({ from: horizon, to: newIn(polled)[0]?.from });
		expect(againIn(polled).length).toBeLessThan(10);
		expect(progress.checkedTo).toBe(Infinity);
	});

	it('is read again by about a page in each poll of a busy list, in turn', () => {
		progress = new Progress(now, horizon, true);
		const first = againIn(poll(everySecond));
		expect(progress.checkedTo).toBe(first.at(-1)?.to);
		const second = againIn(poll(everySecond, { at: now + minute }));
		expect(covered([...first, ...second]).from).toBe(horizon);
		for (const { from, to = Infinity } of [...first, ...second]) {
			expect(to - from).toBeLessThanOrEqual(fullPage * 1000);
		}
		expect(first.length).toBeLessThan(4);
		expect(second.length).toBeLessThan(4);
	});

	it('is read on in the same poll as long as that shows something new', () => {
		progress = new Progress(now, horizon, true);
		const pages = againIn(poll(everySecond, { questions: 100, hasNews: true }));
		expect(pages.length).toBeGreaterThan(50);
	});

	it('is read from its beginning again when a round is over', () => {
		progress = new Progress(now, horizon, true);
		const begins = Array.from({ length: 20 }, () => againIn(poll(each(10 * minute)))[0]?.from);
		expect(begins.filter((from) => from === horizon).length).toBeGreaterThan(3);
		expect(new Set(begins).size).toBeGreaterThan(3);
	});

	it('is not read where that cannot be asked for piece by piece', () => {
		progress = new Progress(now, horizon, false);
		expect(againIn(poll(quiet))).toEqual([]);
		expect(progress.checkedTo).toBe(Infinity);
	});

	it('does not count as read again where there was time for what is new alone', () => {
		poll(everySecond, { questions: 4 });
		expect(progress.isUpToDate).toBe(true);
		expect(progress.checkedTo).toBe(horizon);
	});

	it('is not read in a poll that gives the list up', () => {
		progress.begin(horizon);
		progress.giveUp();
		expect(progress.window()).toBeUndefined();
	});
});
