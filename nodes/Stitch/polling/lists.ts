import type { INodePropertyOptions } from 'n8n-workflow';

import type { ChangedList, EventFamily } from '../actions/resourceTypes';
import type { PagedList } from '../transport/restPaging';
import { eventFamilies, eventOptions } from '../webhook/kinds';

/** A list that is asked what has changed within a window of time. */
export interface AskedList extends ChangedList {
	/** Distinguishes it from all others; a name that GraphQL takes: `disbursement_completed`. */
	readonly key: string;
	readonly family: EventFamily;
}

/** A list that can only be read from its newest end. */
export interface ReadList {
	readonly key: string;
	readonly family: EventFamily;
	readonly list: PagedList;
}

/** Where changes are looked for. */
export interface WatchedLists {
	readonly asked: readonly AskedList[];
	readonly read: readonly ReadList[];
}

const all = eventFamilies.flatMap((family) => {
	const { changes } = family;
	if (changes === undefined) return [];
	const lists =
		'asked' in changes
			? changes.asked.map((list) => ({ list, statuses: list.statuses }))
			: [{ list: changes.paged, statuses: Object.keys(family.kinds) }];
	return lists.map(({ list, statuses }) => ({
		family,
		list,
		key: `${family.family}_${statuses.join('_')}`,
		events: statuses.map((status) => `${family.family}.${status}`),
	}));
});

/** The events that polling can find, as the editor lists them. */
export const pollableEvents: INodePropertyOptions[] = eventOptions.filter(({ value }) =>
	all.some(({ events }) => events.includes(String(value))),
);

/** The lists that show the chosen events, and no others. */
export function listsFor(chosen: readonly string[]): WatchedLists {
	const needed = all.filter(({ events }) => events.some((event) => chosen.includes(event)));
	const asked: AskedList[] = [];
	const read: ReadList[] = [];
	for (const { family, list, key } of needed) {
		if ('within' in list) asked.push({ ...list, family, key });
		else read.push({ family, list, key });
	}
	return { asked, read };
}

/** The keys of all of them. */
export function keysOf({ asked, read }: WatchedLists): string[] {
	return [...asked, ...read].map(({ key }) => key);
}

/** Those of them whose key is one of these. */
export function only({ asked, read }: WatchedLists, keys: readonly string[]): WatchedLists {
	return {
		asked: asked.filter(({ key }) => keys.includes(key)),
		read: read.filter(({ key }) => keys.includes(key)),
	};
}
