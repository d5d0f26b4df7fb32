import type { Change } from './change';
import { inOrder, nextFrom, overlapMs, take, type Cursor } from './cursor';

/** A span of time of the service, in milliseconds since the epoch. */
export interface Window {
	/** Inclusive. */
	from: number;
	/** Exclusive; undefined for all that there is. */
	to: number | undefined;
}

/**
 * Reads what changed within a window; undefined if it is more than one page of a list. Only one page
 * is read in one instant: while several are read, their lists go on moving. A window of one
 * millisecond cannot be divided, so all of it is read.
 */
export type ReadWindow = (window: Window) => Promise<Change[] | undefined>;

export interface LookRules {
	/** n8n's clock. */
	now(): number;
	/** Changes that are told at most. */
	most: number;
	isWanted(change: Change): boolean;
	/** Whether the rest has to be left to the next look. */
	isTimeUp(): boolean;
}

const minute = 60_000;

/** After a window with fewer, one twice as long is likely to fit into a page, too. */
const fewChanges = 100;

/**
 * Looks for changes since the cursor, from the oldest on, in as many windows as are needed: all the
 * time at once, and where that is too much, half of it, and so on.
 * @returns the changes to be told, in order of time, and the cursor after them
 * @throws what `read` throws; the cursor has then not moved
 */
export async function look(
	before: Cursor,
	read: ReadWindow,
	rules: LookRules,
): Promise<{ told: Change[]; cursor: Cursor }> {
	const cursor: Cursor = { ...before, seen: { ...before.seen } };
	const lookFrom = nextFrom(before);
	const told: Change[] = [];
	let from = lookFrom;
	for (;;) {
		const window = windowOf(from, cursor.spanMs);
		const changes = await read(window);
		if (changes === undefined) {
			cursor.spanMs = half(window, rules.now());
			continue;
		}
		const most = rules.most - told.length;
		const given = { from: lookFrom, now: rules.now(), most, isWanted: rules.isWanted };
		const taken = take(cursor, inOrder(changes), given);
		told.push(...taken.told);
		if (taken.isFull || window.to === undefined) break;
		from = window.to;
		cursor.spanMs = nextSpan(from, cursor.spanMs, changes.length, rules.now());
		if (told.length > 0 && rules.isTimeUp()) break;
	}
	return { told, cursor };
}

function windowOf(from: number, spanMs: number | undefined): Window {
	return { from, to: spanMs === undefined ? undefined : from + spanMs };
}

function half({ from, to }: Window, now: number): number {
	const span = to === undefined ? Math.max(now + overlapMs - from, minute) : to - from;
	return Math.max(1, Math.floor(span / 2));
}

/** Everything where a window reaches the present; twice as much as before after one with few changes. */
function nextSpan(from: number, spanMs = 0, changes: number, now: number): number | undefined {
	const span = changes < fewChanges ? 2 * spanMs : spanMs;
	return from + span > now + overlapMs ? undefined : span;
}
