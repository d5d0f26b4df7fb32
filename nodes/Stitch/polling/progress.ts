import type { Window } from './window';

const second = 1000;
const minute = 60 * second;

/** How long after the time of a change it may be shown. */
export const lookBackMs: number = 3 * 24 * 60 * minute;

/** If a window holds fewer, one twice as long probably still fits into a page. */
const fewChanges = 100;

/** How much earlier time each poll reads again at least: Stitch does not show everything at once. */
const shortestOverlapMs = second;

/** Half of a span, but never nothing. */
const half = (ms: number): number => Math.max(1, Math.floor(ms / 2));

interface Took {
	/** Objects in it. */
	count: number;
	/** The time up to which it was read, if it has no end. */
	newestRead: number;
	/** Stitch's time. */
	now: number;
	/** Whether this window contained new changes. */
	hasNews: boolean;
}

/**
 * How far one list has been read, by one process. Each poll reads it from where the last one ended,
 * and before that as much again as fits into the same page: a few seconds of a busy list, three days
 * of a quiet one. Of what is left of the three days, each poll reads one page more, in turn.
 *
 * All times are Stitch's, in milliseconds since the epoch.
 */
export class Progress {
	/** Everything new before was read once, by a process of this trigger. */
	newestRead: number;

	private overlapMs = 15 * minute;

	/** How much time a window covers; absent for all of it. */
	private spanMs: number | undefined;

	/** Everything from the horizon up to here was read again in this round. */
	private recheckedTo: number;

	/** As `recheckedTo`, but without end when a round is over, or where there is nothing to read again. */
	mayAdvanceTo = -Infinity;

	private againMs = 60 * minute;

	/** How many objects this poll has read again. */
	private readAgain = 0;

	private next: 'new' | 'again' | 'nothing' = 'nothing';

	private from = 0;

	/** The time from which this poll reads new changes. */
	private begun = 0;

	/** @param isReadAgain whether what was read before can be read again piece by piece */
	constructor(
		from: number,
		private horizon: number,
		private readonly isReadAgain: boolean,
	) {
		this.newestRead = from;
		this.recheckedTo = horizon;
	}

	/** @param horizon before which nothing is read */
	begin(horizon: number): void {
		this.horizon = horizon;
		// If the last poll did not reach the present, this one continues.
		const overlapMs = this.spanMs === undefined ? this.overlapMs : 0;
		this.begun = Math.max(horizon, this.newestRead - overlapMs);
		this.from = this.begun;
		this.next = 'new';
		this.readAgain = 0;
		this.recheckedTo = Math.max(this.recheckedTo, horizon);
		this.mayAdvanceTo = this.recheckedTo;
	}

	/** New changes have been read; the next step is to read earlier ones again. */
	private beginAgain(): void {
		if (this.recheckedTo >= this.begun) this.recheckedTo = this.horizon;
		if (!this.hasMore) this.mayAdvanceTo = Infinity;
		this.next = this.hasMore ? 'again' : 'nothing';
	}

	/** Whether there is time between the horizon and where this poll began. */
	private get hasMore(): boolean {
		return this.isReadAgain && this.begun > this.horizon;
	}

	/** The next window to read in this poll; undefined if there is none. */
	window(): Window | undefined {
		if (this.next === 'new') {
			return {
				from: this.from,
				to: this.spanMs === undefined ? undefined : this.from + this.spanMs,
			};
		}
		if (this.next === 'nothing') return undefined;
		return { from: this.recheckedTo, to: Math.min(this.recheckedTo + this.againMs, this.begun) };
	}

	/** Whether new changes have been read up to the present in this poll. */
	get isUpToDate(): boolean {
		return this.next !== 'new';
	}

	/** The window is more than a page. @param now Stitch's time */
	tooMuch({ from, to }: Window, now: number): void {
		if (this.next === 'again') {
			this.againMs = half((to ?? from) - from);
		} else if (
			from === this.begun &&
			this.begun < this.newestRead &&
			this.overlapMs > shortestOverlapMs
		) {
			this.overlapMs = Math.max(shortestOverlapMs, this.overlapMs / 16);
			this.begin(this.horizon);
		} else {
			const span = to === undefined ? Math.max(now - from, minute) : to - from;
			this.spanMs = half(span);
		}
	}

	took({ from, to }: Window, { count, newestRead, now, hasNews }: Took): void {
		if (this.next === 'again') {
			this.recheckedTo = to ?? from;
			if (count < fewChanges) this.againMs *= 2;
			const isRound = this.recheckedTo >= this.begun;
			this.mayAdvanceTo = isRound ? Infinity : this.recheckedTo;
			this.readAgain += count;
			if (isRound || (this.readAgain >= fewChanges && !hasNews)) this.next = 'nothing';
			return;
		}
		this.newestRead = Math.max(this.newestRead, Math.min(to ?? newestRead, now));
		if (to === undefined) {
			if (count < fewChanges) this.overlapMs = Math.min(2 * this.overlapMs, lookBackMs);
			this.beginAgain();
			return;
		}
		this.from = to;
		const span = (count < fewChanges ? 2 : 1) * (to - from);
		this.spanMs = to + span > now ? undefined : span;
	}

	giveUp(): void {
		this.next = 'nothing';
	}
}
