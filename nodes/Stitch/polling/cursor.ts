import type { Change } from './change';

/** How far a trigger has come. All times are the service's, in milliseconds since the epoch. */
export interface Cursor {
	/** The latest change that was seen. */
	reached: number;
	/** For each list the time before which it is not read: its trigger was not there yet. */
	starts: Record<string, number>;
	/** The latest status that was seen of an object, and when. */
	seen: Record<string, [status: string, at: number]>;
	/** How much time the next window covers, in milliseconds; all the time there is if absent. */
	spanMs?: number | undefined;
}

const minute = 60_000;

/**
 * How long before the latest change that was seen every look begins. The service may show a change
 * only some time after the time that it gives for it, and its servers' clocks may differ.
 */
export const overlapMs = 15 * minute;

/** How much later than the time that its status gives a payment may be recorded. */
const recordedLateMs = 24 * 60 * minute;

/** How many objects are remembered even if they changed longer ago than the overlap. */
const mostRemembered = 1000;

/**
 * The cursor of a trigger that begins now.
 * @param now by n8n's clock, which may be wrong by as much as twice the overlap. So what changed in
 * that time has to be looked at, and not to be told.
 */
export function beginningNow(lists: readonly string[], now: number): Cursor {
	return beginningAt(lists, now - 2 * overlapMs);
}

/** The cursor of a trigger that tells everything that changed since a moment. */
export function beginningAt(lists: readonly string[], moment: number): Cursor {
	const starts = Object.fromEntries(lists.map((list) => [list, moment]));
	return { reached: moment, starts, seen: {} };
}

/** Where the next look begins. */
export function nextFrom({ reached, starts }: Cursor): number {
	return Math.max(reached - overlapMs, Math.min(...Object.values(starts)));
}

/** What was told of a window. */
export interface Taken {
	told: Change[];
	/** Whether the batch was full before the window was at its end. */
	isFull: boolean;
}

/**
 * Moves the cursor over the changes of a window, which are in order of time.
 * @param from where the look began
 * @param now by n8n's clock: a date in the future that the service gives by mistake must not move
 * the cursor beyond all that is still to come
 * @param most changes to be told
 */
export function take(
	cursor: Cursor,
	changes: readonly Change[],
	given: { from: number; now: number; most: number; isWanted(change: Change): boolean },
): Taken {
	const told: Change[] = [];
	for (const change of changes) {
		const { list, object, status, at, since } = change;
		const [latest, latestAt] = cursor.seen[object] ?? [];
		const start = Math.max(cursor.starts[list] ?? 0, given.from - recordedLateMs);
		if (latest !== status && since >= start && given.isWanted(change)) {
			if (told.length === given.most) return { told, isFull: true };
			told.push(change);
		}
		cursor.seen[object] = [status, Math.max(at, latest === status ? (latestAt ?? at) : at)];
		cursor.reached = Math.max(cursor.reached, Math.min(at, given.now));
	}
	return { told, isFull: false };
}

/** Forgets what no look will see again, but for the latest. */
export function forgetOld(cursor: Cursor): void {
	const from = nextFrom(cursor);
	const latestFirst = Object.entries(cursor.seen).sort(([, [, one]], [, [, other]]) => other - one);
	const kept = latestFirst.filter(([, [, at]], index) => at >= from || index < mostRemembered);
	cursor.seen = Object.fromEntries(kept);
}

/** In order of time; the order of changes at the same time is always the same. */
export function inOrder(changes: readonly Change[]): Change[] {
	return [...changes].sort(
		(one, other) =>
			one.at - other.at || one.since - other.since || compareTexts(one.object, other.object),
	);
}

function compareTexts(one: string, other: string): number {
	if (one === other) return 0;
	return one < other ? -1 : 1;
}
