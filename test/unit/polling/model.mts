import type { Change } from '../../../nodes/Stitch/polling/change';
import { beginningNow, forgetOld, type Cursor } from '../../../nodes/Stitch/polling/cursor';
import { look, type ReadWindow } from '../../../nodes/Stitch/polling/look';

/** A status that an object takes, in milliseconds of the service's clock. */
export interface Step {
	object: string;
	status: string;
	at: number;
	/** How long after it the service shows it. */
	lateMs?: number;
}

/** The key of the only list. */
export const list = 'things';

export function changeOf({ object, status, at }: Step): Change {
	const content = { event: `thing.${status}`, id: object, status } as Change['event'];
	return { list, object, status, at, since: at, event: content, raw: {} };
}

/** A service with one list of objects, which shows the present status of each. */
export class ModelService {
	/** Windows that were read. */
	readonly windows: string[] = [];

	private readonly byObject = new Map<string, Step[]>();

	constructor(
		readonly steps: readonly Step[],
		private readonly pageSize: number,
	) {
		for (const step of steps) {
			this.byObject.set(step.object, [...(this.byObject.get(step.object) ?? []), step]);
		}
	}

	private shown: { moment: number; present: Step[] } | undefined;

	/** The latest status of each object that is visible at a moment. */
	presentAt(moment: number): Step[] {
		if (this.shown?.moment === moment) return this.shown.present;
		const present = [...this.byObject.values()].flatMap((steps) => {
			const visible = steps.filter(({ at, lateMs = 0 }) => at + lateMs <= moment);
			const latest = visible.sort((one, other) => one.at - other.at).at(-1);
			return latest === undefined ? [] : [latest];
		});
		this.shown = { moment, present };
		return present;
	}

	/** Reads as the service at a moment; fails if `fails` says so. */
	reader(moment: number, start: number, fails: () => boolean = () => false): ReadWindow {
		return async ({ from, to = Infinity }) => {
			this.windows.push(`${from} ${to}`);
			if (fails()) throw new Error('the service is away');
			const inside = this.presentAt(moment).filter(
				({ at }) => at >= Math.max(from, start) && at < to,
			);
			if (inside.length > this.pageSize && to - from > 1) return undefined;
			// As the service does it: in no useful order.
			return inside.map(changeOf).reverse();
		};
	}
}

/** What happens to n8n between a look and the next. */
export type Fate = 'stored' | 'crashBeforeSave' | 'crashBetween' | 'crashAfter';

/** n8n with one trigger: what it saves, and what its executions drop. */
export class ModelN8n {
	/** What the workflow went on with, batch by batch. */
	readonly batches: Change[][] = [];

	repeats = 0;

	private saved: string | undefined;

	private readonly memory = new Set<string>();

	/** Of this process: the cursor, and the one after what was handed over. */
	private live: { cursor: Cursor; handedOver?: Cursor } | undefined;

	constructor(
		private readonly service: ModelService,
		/** How far n8n's clock is from the service's. */
		private readonly offsetMs: (moment: number) => number,
		private readonly most = 50,
	) {}

	/** n8n starts: what was handed over by the process before does not count. */
	private load(): { cursor: Cursor } | undefined {
		if (this.saved === undefined) return undefined;
		return { cursor: (JSON.parse(this.saved) as { cursor: Cursor }).cursor };
	}

	async look(moment: number, fate: Fate, fails?: () => boolean): Promise<void> {
		const now = () => moment + this.offsetMs(moment);
		this.live ??= this.load();
		const known = this.live?.handedOver ?? this.live?.cursor;
		const tellNothing = { most: Infinity, isWanted: () => false };
		const rules = { now, most: this.most, isWanted: () => true, isTimeUp: () => false };
		let before = known;
		let told: Change[] = [];
		let cursor: Cursor;
		try {
			if (before === undefined) {
				const begin = beginningNow([list], now());
				const read = this.service.reader(moment, begin.starts[list] ?? 0, fails);
				({ cursor: before } = await look(begin, read, { ...rules, ...tellNothing }));
				// n8n saves what it has when a workflow is published.
				this.saved = JSON.stringify({ cursor: before });
			}
			const read = this.service.reader(moment, before.starts[list] ?? 0, fails);
			({ told, cursor } = await look(before, read, rules));
		} catch {
			return;
		}
		forgetOld(cursor);
		this.live = told.length === 0 ? { cursor } : { cursor: before, handedOver: cursor };
		if (told.length === 0) {
			if (fate !== 'stored') this.live = undefined;
			return;
		}
		if (fate !== 'crashBeforeSave') this.saved = JSON.stringify(this.live);
		if (fate === 'stored' || fate === 'crashAfter') this.execute(told);
		if (fate !== 'stored') this.live = undefined;
	}

	private execute(told: Change[]): void {
		const first = told.filter(({ object, status, at }) => {
			const id = `${object} ${status} ${at}`;
			const isNew = !this.memory.has(id);
			this.memory.add(id);
			return isNew;
		});
		this.repeats += told.length - first.length;
		if (first.length > 0) this.batches.push(first);
	}

	/** Everything that the workflow went on with. */
	get told(): Change[] {
		return this.batches.flat();
	}
}
