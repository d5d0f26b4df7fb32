import type { Service } from '../transport/service';
import { timeOf } from './change';
import { beginningAt, beginningNow, type Cursor } from './cursor';
import type { Known } from './keptCursor';
import { keysOf, only, type WatchedLists } from './lists';
import { look } from './look';
import { windowReader } from './readWindow';

/** Why a trigger does not go on where it was, for n8n's log; nothing is said about a first start. */
const reasons: Record<Extract<Known, { why: string }>['why'], string | undefined> = {
	first: undefined,
	copied: 'it is a copy, or its workflow was moved here',
	otherClient: 'its credential is that of another client or service',
	otherStart: 'Start From was changed',
	unreadable: 'what it had saved cannot be read',
};

/** A line for n8n's log; undefined where there is nothing to say. */
export function whyItBegins(known: Known): string | undefined {
	return known.cursor === undefined ? reasons[known.why] : undefined;
}

/**
 * The cursor of the next look. Lists that are looked at for the first time begin now: what they show
 * already counts as seen. A trigger that is given a date begins there, but for a credential that was
 * replaced: the date was meant for the client before.
 * @throws {ServiceFailure}
 */
export async function cursorFor(
	service: Service,
	lists: WatchedLists,
	known: Known,
	startFrom: string | undefined,
): Promise<Cursor> {
	const keys = keysOf(lists);
	const cursor = known.cursor ?? givenBeginning(known, keys, timeOf(startFrom));
	const added = keys.filter((key) => cursor?.starts[key] === undefined);
	if (cursor !== undefined && added.length === 0) return withStarts(cursor, cursor.starts, keys);
	const shown = await everythingSeen(service, only(lists, added));
	if (cursor === undefined) return shown;
	// What was read just now is newer: each status of an object may be in a list of its own.
	const seen = { ...cursor.seen, ...shown.seen };
	return withStarts({ ...cursor, seen }, { ...cursor.starts, ...shown.starts }, keys);
}

function givenBeginning(known: Known, keys: string[], moment: number | undefined) {
	const isOther = known.cursor === undefined && known.why === 'otherClient';
	return moment === undefined || isOther ? undefined : beginningAt(keys, moment);
}

/** Without the lists that are not looked at any more: chosen again, they begin again. */
function withStarts(cursor: Cursor, starts: Cursor['starts'], keys: string[]): Cursor {
	const kept = Object.entries(starts).filter(([key]) => keys.includes(key));
	return { ...cursor, starts: Object.fromEntries(kept) };
}

/** The cursor after all that the lists show at this moment. */
async function everythingSeen(service: Service, lists: WatchedLists): Promise<Cursor> {
	const begin = beginningNow(keysOf(lists), service.clock.now());
	const { cursor } = await look(begin, windowReader(service, lists, begin.starts), {
		now: () => service.clock.now(),
		most: Infinity,
		isWanted: () => false,
		isTimeUp: () => false,
	});
	return cursor;
}
