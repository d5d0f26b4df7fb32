import type { ServiceFailure } from '../transport/failure';
import { sortedByTime, isAskedByTime, type Change, type PolledList, type Shown } from './changes';
import { lookBackMs, Progress } from './progress';
import type { Settings } from './settings';
import type { Asked, Reading } from './window';

const minute = 60_000;

/** Stitch gives its time in whole seconds. */
const wholeSecondMs = 1000;

/** The most changes in one execution. */
const mostInBatch = 500;

/** n8n can lose an execution without a message (if Redis was emptied), but most executions end sooner. */
const longestExecutionMs = 60 * minute;

/**
 * All that is kept, for each place and client. Times are Stitch's, in milliseconds since the epoch.
 *
 * It may be written at any moment and lost at any moment: it only says what executions have delivered,
 * and what was delivered is known by n8n's database.
 */
export interface KeptPosition {
	/** Changes before this time were delivered, except those that Stitch shows late. */
	reached: number;
	/** The time from which each chosen event counts. */
	starts: Record<string, number>;
	/**
	 * How far each unreadable list was read, by its key: the position has moved on without it.
	 */
	leftAt?: Record<string, number>;
}

/**
 * How far a trigger has come with one client, and what is on its way.
 *
 * **The position moves only past what an execution has delivered.** Three ways were weighed:
 * 1. The poll moves it and n8n discards what the poll returns: when the workflow is published again, when
 *    a poll takes too long, when the database refuses the execution. That lost changes.
 * 2. The execution reads Stitch itself and moves it. n8n saves a position that an execution writes only
 *    when all of the workflow is over, a poll does not see it in queue mode, and a crashed execution has
 *    nothing in it that could be retried.
 * 3. The poll hands changes to n8n itself (`__emit`), and n8n reports when the execution is over, in
 *    ordinary and in queue mode. Until then they are on their way; what no execution delivers is handed
 *    over again. This is that way.
 *
 * The execution leaves out what n8n's database knows (`deliver.ts`), so handing over again is harmless.
 * Whatever is lost here, the memory of a process or an hour of the database, is only read again: from
 * `reached`, and before it as far back as Stitch shows changes late.
 */
export class Position {
	/** Changes that need not be handed over again, with their times. */
	private readonly known = new Map<string, number>();

	private readonly waiting = new Map<string, Change>();

	/** The changes that were handed to executions, and when, by a clock that never goes back. */
	private readonly handedOver = new Map<readonly Change[], number>();

	private readonly progress = new Map<string, Progress>();

	/** For each event the time from which it counts; none before Stitch has answered for a list of it. */
	private readonly starts = new Map<string, number>();

	private reached: number;

	/** As in the kept data: a list stays in here until it has been read up to the position. */
	private readonly leftAt = new Map<string, number>();

	private latest = -Infinity;

	private lists: readonly PolledList[] = [];

	/** Lists that Stitch has answered for in this poll. */
	private readonly answered = new Set<PolledList>();

	/** When the latest change took place that this poll shows and that was there before its event counted. */
	private latestBefore = -Infinity;

	/** Why lists could not be read, by their keys, in the latest poll that asked. */
	readonly unread = new Map<string, ServiceFailure>();

	/** The position of a trigger that begins. @param now where it asks first; the answer has Stitch's time */
	constructor(now: number) {
		this.reached = now;
	}

	/** Continues from kept data, of this process or of another. */
	continueFrom({ reached, starts, leftAt = {} }: KeptPosition): void {
		const isNew = this.starts.size === 0;
		this.reached = isNew ? reached : Math.max(this.reached, reached);
		for (const [event, start] of Object.entries(starts)) {
			this.starts.set(event, Math.max(this.starts.get(event) ?? start, start));
		}
		for (const [key, at] of Object.entries(leftAt)) {
			// The saved data may be older than what this process has read since then.
			const isAhead = (this.progress.get(key)?.newestRead ?? -Infinity) >= reached;
			if (!isAhead) this.leftAt.set(key, Math.min(this.leftAt.get(key) ?? at, at));
		}
	}

	/** Earlier changes are not looked for any more. */
	private get horizon(): number {
		return this.reached - lookBackMs;
	}

	/** A poll begins; the events that are not chosen any more end. */
	begin({ lists, events }: Pick<Settings, 'lists' | 'events'>): void {
		this.lists = lists;
		this.answered.clear();
		this.latestBefore = -Infinity;
		const keys = lists.map(({ key }) => key);
		for (const event of this.starts.keys()) if (!events.includes(event)) this.starts.delete(event);
		for (const key of this.progress.keys()) if (!keys.includes(key)) this.progress.delete(key);
		for (const key of this.unread.keys()) if (!keys.includes(key)) this.unread.delete(key);
		for (const key of this.leftAt.keys()) if (!keys.includes(key)) this.leftAt.delete(key);
		for (const list of lists) this.progressOf(list).begin(this.horizonOf(list));
	}

	/** The time from which a list is to be read. */
	private reachedIn({ key }: PolledList): number {
		return Math.min(this.reached, this.leftAt.get(key) ?? Infinity);
	}

	private horizonOf(list: PolledList): number {
		const starts = list.events.map((event) => this.starts.get(event) ?? 0);
		return Math.max(this.reachedIn(list) - lookBackMs, Math.min(...starts));
	}

	private progressOf(list: PolledList): Progress {
		const known = this.progress.get(list.key);
		if (known !== undefined) return known;
		const horizon = this.horizonOf(list);
		const from = Math.max(horizon, this.reachedIn(list));
		const progress = new Progress(from, horizon, isAskedByTime(list));
		this.progress.set(list.key, progress);
		return progress;
	}

	/** Whether one of the events of a list counts already. */
	private hasStarted({ events }: PolledList): boolean {
		return events.some((event) => this.starts.has(event));
	}

	/** The next window to read in this poll; nothing if that is all, or as much as it can hold. */
	windows(): Asked[] {
		return this.lists.flatMap((list) => {
			const progress = this.progressOf(list);
			const room = progress.isUpToDate ? mostInBatch : 2 * mostInBatch;
			const window = this.waiting.size < room ? progress.window() : undefined;
			return window === undefined ? [] : [{ list, window }];
		});
	}

	take(readings: ReadonlyMap<Asked, Reading>, isWanted: Settings['isWanted'], now: number): void {
		// Objects in another list of this answer may have changed after this list was read.
		const { latest } = this;
		for (const [{ list, window }, reading] of readings) {
			const progress = this.progressOf(list);
			this.unread.delete(list.key);
			if ('failure' in reading) {
				progress.giveUp();
				this.unread.set(list.key, reading.failure);
				continue;
			}
			this.answered.add(list);
			if ('isTooMuch' in reading) {
				progress.tooMuch(window, now);
			} else {
				const news = this.newsIn(reading.shown, list, isWanted, now);
				const times = reading.shown.map(({ at }) => Math.min(at, now));
				const newestRead = times.reduce((one, other) => Math.max(one, other), latest);
				this.latest = Math.max(this.latest, newestRead);
				progress.took(window, { count: times.length, newestRead, now, hasNews: news.length > 0 });
				for (const change of news) this.waiting.set(change.id, change);
			}
			if (!this.hasStarted(list)) progress.giveUp();
		}
	}

	/** The new changes in a list. They are known from then on, and so are the changes from before. */
	private newsIn(
		shown: readonly Shown[],
		list: PolledList,
		isWanted: Settings['isWanted'],
		now: number,
	): Change[] {
		const changes = shown.flatMap((each) => each.changes);
		const horizon = this.reachedIn(list) - lookBackMs;
		const news = changes.filter(
			(change) => change.since >= horizon && this.isNews(change, isWanted),
		);
		const before = changes.filter(
			({ content: { event } }) => list.events.includes(event) && !this.starts.has(event),
		);
		for (const { id, since } of [...news, ...before]) this.known.set(id, since);
		for (const { since } of before) {
			this.latestBefore = Math.max(this.latestBefore, Math.min(since, now));
		}
		return news;
	}

	private isNews(change: Change, isWanted: Settings['isWanted']): boolean {
		const { id, since, content } = change;
		const start = this.starts.get(content.event) ?? Infinity;
		return since >= start && !this.known.has(id) && isWanted(change);
	}

	/**
	 * A poll is over.
	 * @param began when it began, in Stitch's time
	 * @returns the events that count from then on
	 */
	end(began: number): string[] {
		const events = new Set([...this.answered].flatMap((list) => list.events));
		const begun = [...events].filter((event) => !this.starts.has(event));
		if (this.starts.size === 0) this.reached = began - wholeSecondMs;
		// A request for a list that did not count yet only shows that the list can be read.
		for (const list of this.answered) if (!this.hasStarted(list)) this.progress.delete(list.key);
		// Another process does not know the earlier changes, so it has to start after this time.
		const start = Math.max(began - wholeSecondMs, this.latestBefore + 1);
		for (const event of begun) this.starts.set(event, start);
		const unread = this.lists.filter((list) => this.unread.has(list.key) && this.hasStarted(list));
		for (const list of unread) this.leftAt.set(list.key, this.reachedIn(list));
		const readable = this.lists.filter(({ key }) => !this.unread.has(key));
		if (readable.length > 0) this.move(readable);
		return begun;
	}

	private move(lists: readonly PolledList[]): void {
		const undelivered = [...this.waiting.values(), ...[...this.handedOver.keys()].flat()];
		const readUpTo = (list: PolledList) => {
			const { newestRead, mayAdvanceTo } = this.progressOf(list);
			return Math.min(newestRead, mayAdvanceTo + lookBackMs);
		};
		let to = Infinity;
		for (const list of lists) to = Math.min(to, readUpTo(list));
		for (const { since } of undelivered) to = Math.min(to, this.furthestWithout(since));
		this.reached = Math.max(this.reached, to);
		let oldest = this.horizon;
		for (const list of lists) oldest = Math.min(oldest, this.reachedIn(list) - lookBackMs);
		for (const [id, since] of this.known) if (since < oldest) this.known.delete(id);
		if (undelivered.some(({ since }) => since < this.horizon)) return;
		for (const list of lists) if (readUpTo(list) >= this.reached) this.leftAt.delete(list.key);
	}

	/**
	 * How far the position may move while a change of this time is not delivered: another process has to
	 * read the change again. Changes before the position were shown late, and are read again for three
	 * days.
	 */
	private furthestWithout(since: number): number {
		return since >= this.reached ? since : since + lookBackMs;
	}

	/**
	 * The changes for the next execution, in order of time: new ones first, then those that may have been
	 * delivered before this process began.
	 * @param elapsedMs of a clock that never goes back
	 */
	next(isWanted: Settings['isWanted'], elapsedMs: number): readonly Change[] {
		for (const [batch, since] of this.handedOver) {
			if (elapsedMs - since >= longestExecutionMs) this.ended(batch, false);
		}
		for (const [id, change] of this.waiting) {
			if (isWanted(change)) continue;
			this.waiting.delete(id);
			// It counts again as soon as the filter lets it through.
			this.known.delete(id);
		}
		const all = sortedByTime([...this.waiting.values()]);
		const fresh = all.filter(({ since }) => since >= this.reached);
		const late = all.filter(({ since }) => since < this.reached);
		const batch = sortedByTime([...fresh, ...late].slice(0, mostInBatch));
		if (batch.length === 0) return batch;
		for (const { id } of batch) this.waiting.delete(id);
		this.handedOver.set(batch, elapsedMs);
		return batch;
	}

	/** The execution of a batch has ended, or there will be none. */
	ended(batch: readonly Change[], isDelivered: boolean): void {
		if (!this.handedOver.delete(batch) || isDelivered) return;
		for (const change of batch) this.waiting.set(change.id, change);
	}

	kept(): KeptPosition {
		const left = this.leftAt.size > 0 && { leftAt: Object.fromEntries(this.leftAt) };
		return { reached: this.reached, starts: Object.fromEntries(this.starts), ...left };
	}
}
