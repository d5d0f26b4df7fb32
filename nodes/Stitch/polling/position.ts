import { createHash } from 'crypto';
import { deepCopy, type IDataObject, type IPollFunctions } from 'n8n-workflow';
import { z } from 'zod/v4';

import type { ServiceFailure } from '../transport/failure';
import type { Service } from '../transport/service';
import { inOrder, isGraphqlList, type Change, type List } from './changes';
import { lookBackMs, Progress } from './progress';
import type { Settings } from './settings';
import type { Asked, Reading } from './window';

const minute = 60_000;

/** n8n's clock may be ahead of Stitch's by as much when a trigger begins. */
const clockSlackMs = 30 * minute;

/** Changes in one execution. */
const mostInBatch = 500;

/** n8n can lose an execution without a word (a Redis that was emptied), but most end sooner. */
const longestExecutionMs = 60 * minute;

/**
 * All that is kept, for each place and client. Times are Stitch's, in milliseconds since the epoch.
 *
 * It may be written at any moment and lost at any moment: it only says what executions have delivered,
 * and what was delivered is known by n8n's database.
 */
export interface KeptPosition {
	/** What changed before was delivered, but for what Stitch shows late. */
	reached: number;
	/** For each chosen event the time from which it counts. */
	starts: Record<string, number>;
}

/**
 * How far a trigger has come with one client, and what is on its way.
 *
 * **The position moves only past what an execution has delivered.** Three ways were weighed:
 * 1. The poll moves it and n8n discards what the poll returns: when the workflow is published anew, when
 *    a poll takes too long, when the database refuses the execution. That lost changes.
 * 2. The execution reads Stitch itself and moves it. n8n saves a position that an execution writes only
 *    when all of the workflow is over, a poll does not see it in queue mode, and a crashed execution has
 *    nothing in it that could be retried.
 * 3. The poll hands changes to n8n itself (`__emit`), and n8n tells it when the execution is over, in
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

	/** What executions were handed, and when, by a clock that never goes back. */
	private readonly onTheirWay = new Map<readonly Change[], number>();

	private readonly progress = new Map<string, Progress>();

	/** Events that begin with this poll: what is shown now was there before. */
	private readonly beginning = new Set<string>();

	/** For each event the time from which it counts. */
	private readonly starts = new Map<string, number>();

	private reached: number;

	private latest = -Infinity;

	private lists: readonly List[] = [];

	/** Lists that Stitch refuses to show, in the latest poll that asked. */
	readonly refused = new Map<string, ServiceFailure>();

	/** The position of a trigger that begins now. @param now n8n's clock */
	constructor(now: number) {
		this.reached = now - clockSlackMs;
	}

	/** Goes on from what was kept, by this process or by another one. */
	goOnFrom({ reached, starts }: KeptPosition): void {
		const isNew = this.starts.size === 0;
		this.reached = isNew ? reached : Math.max(this.reached, reached);
		for (const [event, start] of Object.entries(starts)) {
			this.starts.set(event, Math.max(this.starts.get(event) ?? start, start));
			this.beginning.delete(event);
		}
	}

	/** What is before this time is over. */
	private get horizon(): number {
		return this.reached - lookBackMs;
	}

	/** A poll begins. Events that were not chosen before begin now, and those that are not any more end. */
	begin({ lists, events }: Pick<Settings, 'lists' | 'events'>, now: number): void {
		for (const event of this.starts.keys()) if (!events.includes(event)) this.starts.delete(event);
		for (const event of this.beginning) if (!events.includes(event)) this.beginning.delete(event);
		for (const event of events) {
			if (this.starts.has(event)) continue;
			this.starts.set(event, now - clockSlackMs);
			this.beginning.add(event);
			for (const { key } of lists.filter((list) => list.events.includes(event))) {
				this.progress.delete(key);
			}
		}
		this.lists = lists;
		for (const key of this.progress.keys()) {
			if (!lists.some((list) => list.key === key)) this.progress.delete(key);
		}
		for (const key of this.refused.keys()) {
			if (!lists.some((list) => list.key === key)) this.refused.delete(key);
		}
		for (const list of lists) this.progressOf(list).begin(this.horizonOf(list));
	}

	private horizonOf({ events }: List): number {
		return Math.max(this.horizon, Math.min(...events.map((event) => this.starts.get(event) ?? 0)));
	}

	private progressOf(list: List): Progress {
		const known = this.progress.get(list.key);
		if (known !== undefined) return known;
		const horizon = this.horizonOf(list);
		const begun = list.events
			.filter((event) => this.beginning.has(event))
			.map((event) => this.starts.get(event) ?? Infinity);
		const from = Math.max(horizon, Math.min(this.reached, ...begun));
		const progress = new Progress(from, horizon, isGraphqlList(list));
		this.progress.set(list.key, progress);
		return progress;
	}

	/** What is to be read next in this poll; nothing if that is all, or as much as it can hold. */
	windows(): Asked[] {
		return this.lists.flatMap((list) => {
			const progress = this.progressOf(list);
			const room = progress.isUpToDate ? mostInBatch : 2 * mostInBatch;
			const window = this.waiting.size < room ? progress.window() : undefined;
			return window === undefined ? [] : [{ list, window }];
		});
	}

	/** Takes what was read. @param now n8n's clock: a mistaken date in the future moves nothing */
	take(
		asked: readonly Asked[],
		readings: ReadonlyMap<string, Reading>,
		isWanted: Settings['isWanted'],
		now: number,
	): void {
		// What another list of this answer shows may have changed after this one was read.
		const { latest } = this;
		for (const { list, window } of asked) {
			const progress = this.progressOf(list);
			const reading = readings.get(list.key);
			if (reading !== undefined) this.refused.delete(list.key);
			if (reading === undefined || 'refused' in reading) {
				progress.giveUp();
				if (reading !== undefined) this.refused.set(list.key, reading.refused);
			} else if ('isTooMuch' in reading) {
				progress.tooMuch(window, now);
			} else {
				const changes = reading.shown.flatMap((shown) => shown.changes);
				const news = changes.filter((change) => this.isNews(change, isWanted, now));
				for (const change of news) {
					this.known.set(change.id, change.since);
					this.waiting.set(change.id, change);
				}
				const times = reading.shown.map(({ at }) => Math.min(at, now));
				const readTo = times.reduce((one, other) => Math.max(one, other), latest);
				this.latest = Math.max(this.latest, readTo);
				progress.took(window, { count: times.length, readTo, now, hasNews: news.length > 0 });
			}
		}
	}

	private isNews(change: Change, isWanted: Settings['isWanted'], now: number): boolean {
		const { id, since, content } = change;
		const start = this.starts.get(content.event);
		if (start === undefined) return false;
		if (this.beginning.has(content.event)) {
			const shown = Math.min(since, now + clockSlackMs) + 1;
			this.starts.set(content.event, Math.max(start, shown));
			return false;
		}
		return since >= Math.max(start, this.horizon) && !this.known.has(id) && isWanted(change);
	}

	/** A poll is over. @returns the events that have begun with it */
	end(): string[] {
		const readable = this.lists.filter(({ key }) => !this.refused.has(key));
		const begun = [...this.beginning].filter((event) => {
			const showing = readable.filter(({ events }) => events.includes(event));
			return showing.length > 0 && showing.every((list) => this.progressOf(list).isUpToDate);
		});
		for (const event of begun) this.beginning.delete(event);
		if (readable.length > 0) this.move(readable.map((list) => this.progressOf(list)));
		return begun;
	}

	private move(lists: readonly Progress[]): void {
		const undelivered = [...this.waiting.values(), ...[...this.onTheirWay.keys()].flat()];
		let to = Infinity;
		for (const { readTo, checkedTo } of lists) to = Math.min(to, readTo, checkedTo + lookBackMs);
		for (const { since } of undelivered) to = Math.min(to, this.furthestWithout(since));
		this.reached = Math.max(this.reached, to);
		for (const [id, since] of this.known) if (since < this.horizon) this.known.delete(id);
	}

	/**
	 * How far the position may move while a change of this time is not delivered: another process has to
	 * read the change again. What is before the position was shown late, and is read again for three days.
	 */
	private furthestWithout(since: number): number {
		return since >= this.reached ? since : since + lookBackMs;
	}

	/**
	 * The changes that an execution is handed now, in order of time: what is new first, then what may
	 * have been delivered before this process began.
	 * @param elapsedMs of a clock that never goes back
	 */
	next(isWanted: Settings['isWanted'], elapsedMs: number): readonly Change[] {
		for (const [batch, since] of this.onTheirWay) {
			if (elapsedMs - since >= longestExecutionMs) this.ended(batch, false);
		}
		for (const [id, change] of this.waiting) {
			if (isWanted(change)) continue;
			this.waiting.delete(id);
			// It counts again as soon as the filter lets it through.
			this.known.delete(id);
		}
		const all = inOrder([...this.waiting.values()]);
		const fresh = all.filter(({ since }) => since >= this.reached);
		const late = all.filter(({ since }) => since < this.reached);
		const batch = inOrder([...fresh, ...late].slice(0, mostInBatch));
		if (batch.length === 0) return batch;
		for (const { id } of batch) this.waiting.delete(id);
		this.onTheirWay.set(batch, elapsedMs);
		return batch;
	}

	/** The execution of a batch is over, or there will be none. */
	ended(batch: readonly Change[], isDelivered: boolean): void {
		if (!this.onTheirWay.delete(batch) || isDelivered) return;
		for (const change of batch) this.waiting.set(change.id, change);
	}

	/** For n8n to keep; without the events that have not begun yet. */
	asKept(): KeptPosition {
		const starts = [...this.starts].filter(([event]) => !this.beginning.has(event));
		return { reached: this.reached, starts: Object.fromEntries(starts) };
	}
}

const keptPosition: z.ZodType<KeptPosition> = z.object({
	reached: z.number(),
	starts: z.record(z.string(), z.number()),
});

/** Under this name, n8n keeps the positions of all polling triggers of a workflow. */
const name = 'stitchPolling';

/**
 * The instance of n8n, the workflow and the node, whatever it is called, and the client: a copy of the
 * workflow has a position of its own, and a client that was put right goes on where it stood.
 */
function ownerOf(context: IPollFunctions, { clientId, addresses }: Service): string {
	const place = [context.getInstanceId(), context.getWorkflow().id, context.getNode().id];
	const text = JSON.stringify([...place, clientId, addresses]);
	return createHash('sha256').update(text).digest('base64');
}

/**
 * The position to go on from: that of this process, which another one may have moved, or what n8n has
 * saved, or a new one.
 * @param here those of this process
 */
export function positionOf(
	context: IPollFunctions,
	service: Service,
	here: Map<string, Position>,
): Position {
	const owner = ownerOf(context, service);
	// What n8n gives are objects with a mark of its own in each of them.
	const saved = deepCopy(all(durableData(context))[owner] ?? all(workflowData(context))[owner]);
	const kept = keptPosition.safeParse(saved).data;
	const position = here.get(owner) ?? new Position(service.clock.now());
	if (kept !== undefined) position.goOnFrom(kept);
	here.set(owner, position);
	return position;
}

/** n8n saves it when it is handed changes, and when the workflow is published. */
export function keepPosition(context: IPollFunctions, service: Service, position: Position): void {
	const data = durableData(context) ?? workflowData(context);
	// As a whole: n8n does not notice a change inside it.
	data[name] = { ...all(data), [ownerOf(context, service)]: { ...position.asKept() } };
}

function all(data: IDataObject | undefined): IDataObject {
	return (data?.[name] ?? {}) as IDataObject;
}

/** n8n keeps a node's own data under its name, which can change. */
function workflowData(context: IPollFunctions): IDataObject {
	return context.getWorkflowStaticData('global');
}

/**
 * With durable cursors, n8n keeps a node's data under its ID, and saves them with each poll. It does
 * not put its mark into them then.
 */
function durableData(context: IPollFunctions): IDataObject | undefined {
	const data = context.getWorkflowStaticData('node');
	return '__dataChanged' in data ? undefined : data;
}
