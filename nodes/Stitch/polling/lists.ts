import type { INodePropertyOptions } from 'n8n-workflow';

import type { ChangedList, EventFamily } from '../actions/resourceTypes';
import { inFull } from '../transport/graphqlDocument';
import type { PagedList } from '../transport/restPaging';
import { eventFamilies, eventOptions } from '../webhook/catalogue';

interface Watched {
	/** Distinguishes it from all others; a name that GraphQL takes: `disbursement_completed`. */
	readonly key: string;
	/** The chosen events that it shows. */
	readonly events: readonly string[];
}

/** A list that is asked what has changed within a window of time. */
export interface GraphqlList extends ChangedList, Watched {
	/** An object can be about several things: the subscription types of each. */
	readonly readAs: ReadonlyArray<readonly string[]>;
}

/** A list that can only be read from its newest end. */
export interface RestList extends Watched {
	readonly family: EventFamily;
	readonly paged: PagedList;
}

export type List = GraphqlList | RestList;

export function isGraphqlList(list: List): list is GraphqlList {
	return !('paged' in list);
}

const typesOf = ({ kinds, filterType }: EventFamily) => Object.keys(kinds).map(filterType);

function ofGraphql(family: EventFamily, list: ChangedList): GraphqlList {
	const { statuses, alsoShows = [] } = list;
	const own = statuses.map((status) => `${family.family}.${status}`);
	const others = eventFamilies.filter(({ family: name }) =>
		alsoShows.some((event) => event.startsWith(`${name}.`)),
	);
	return {
		...list,
		key: `${family.family}_${statuses.join('_')}`,
		events: [...own, ...alsoShows],
		readAs: [family, ...others].map(typesOf),
	};
}

function listsOf(family: EventFamily): List[] {
	const { changes } = family;
	if (changes === undefined) return [];
	if ('asked' in changes) return changes.asked.map((list) => ofGraphql(family, list));
	const events = Object.keys(family.kinds).map((status) => `${family.family}.${status}`);
	return [{ family, paged: changes.paged, key: family.family, events }];
}

const all = eventFamilies.flatMap(listsOf);

/** The events that polling can find, as the editor lists them. */
export const pollableEvents: INodePropertyOptions[] = eventOptions.filter(({ value }) =>
	all.some(({ events }) => events.includes(String(value))),
);

/** The same list, refused as a whole where Stitch does not offer each of its fields. */
export function readInFull(list: List): List {
	return isGraphqlList(list) ? { ...list, fields: inFull(list.fields) } : list;
}

/** The lists that show the chosen events, and no others. */
export function listsFor(chosen: readonly string[]): List[] {
	return all.flatMap((list) => {
		const events = list.events.filter((event) => chosen.includes(event));
		return events.length === 0 ? [] : [{ ...list, events }];
	});
}
