import type { IDataObject, INodeExecutionData, INodePropertyOptions } from 'n8n-workflow';

import type { ChangedList } from '../run/resource';
import { timeOf } from '../transport/clock';
import { fullOnly } from '../transport/graphqlDocument';
import type { RestList } from '../transport/paging';
import {
	canComeTwice,
	eventFamilies,
	eventOptions,
	typesOf,
	type EventsOfResource,
} from '../webhook/catalogue';
import { changeKeyOf, readEvent, stitchEvent, type EventContent } from '../webhook/event';

/** A list that polls read, and the changes that they watch in it. */
export interface PolledList<Source extends ChangedList | RestList = ChangedList | RestList> {
	/** Distinguishes it from all other lists; a name that GraphQL accepts: `disbursement_completed`. */
	readonly key: string;
	/** The chosen events that it shows. */
	readonly events: readonly string[];
	/** The families that its objects can be about; the first is the family that it lists. */
	readonly families: readonly [EventsOfResource, ...EventsOfResource[]];
	/** A list that is asked for changes, or one that can only be read from its newest end. */
	readonly source: Source;
}

export function isAskedByTime(list: PolledList): list is PolledList<ChangedList> {
	return !('path' in list.source);
}

function listAsked(family: EventsOfResource, source: ChangedList): PolledList {
	const { statuses, alsoShows = [] } = source;
	const own = statuses.map((status) => `${family.family}.${status}`);
	const others = eventFamilies.filter(({ family: name }) =>
		alsoShows.some((event) => event.startsWith(`${name}.`)),
	);
	return {
		key: `${family.family}_${statuses.join('_')}`,
		events: [...own, ...alsoShows],
		families: [family, ...others],
		source,
	};
}

function listsOf(family: EventsOfResource): PolledList[] {
	const { changes, family: key } = family;
	if (changes === undefined) return [];
	if (!('path' in changes)) return changes.map((list) => listAsked(family, list));
	const events = Object.keys(family.meanings).map((status) => `${key}.${status}`);
	return [{ key, events, families: [family], source: changes }];
}

const all = eventFamilies.flatMap(listsOf);

/** The events that polling can find, as the editor lists them. */
export const pollableEvents: INodePropertyOptions[] = eventOptions.filter(({ value }) =>
	all.some(({ events }) => events.includes(String(value))),
);

/** The same list, refused as a whole if Stitch does not offer each of its fields. */
export function readInFull(list: PolledList): PolledList {
	if (!isAskedByTime(list)) return list;
	return { ...list, source: { ...list.source, fields: fullOnly(list.source.fields) } };
}

/** Of each list, only the chosen events. */
export function listsFor(chosen: readonly string[]): PolledList[] {
	return all.flatMap((list) => {
		const events = list.events.filter((event) => chosen.includes(event));
		return events.length === 0 ? [] : [{ ...list, events }];
	});
}

/** One status of one object, as a list showed it. */
export interface Change {
	/** The key by which it is recognised; the `eventId` of the output. */
	id: string;
	/** When the status began, in milliseconds since the epoch by Stitch's clock. */
	since: number;
	content: EventContent;
	raw: IDataObject;
}

/** One object as a list showed it. */
export interface Shown {
	/** When the list says that it changed, in milliseconds since the epoch by Stitch's clock. */
	at: number;
	changes: Change[];
}

/**
 * An object of a list in the form of an event. An object without an ID or a status says nothing.
 * @param otherwise the time of the change, in milliseconds, if the object does not say it
 */
export function shownBy(
	{ source, families }: PolledList<ChangedList>,
	node: IDataObject,
	otherwise: number,
): Shown {
	const raw = { data: { client: { [source.list]: { node } } } };
	const at = timeOf(source.changedAt(node)) ?? otherwise;
	const began = timeOf(source.beganAt?.(node)) ?? at;
	const changes = families.map((family) => changeOf(readEvent(raw, typesOf(family)), raw, began));
	return { at, changes: changes.filter((change) => change !== undefined) };
}

/** As `shownBy`, for an object of REST, which says itself when it changed. */
export function shownByRest(
	{ families: [family] }: PolledList,
	data: IDataObject,
	otherwise: number,
): Shown {
	const raw = { type: family.filterType(String(data.status)), data };
	const at = timeOf(data.updatedAt) ?? timeOf(data.createdAt) ?? otherwise;
	const change = changeOf(readEvent(raw), raw, at);
	return { at, changes: change === undefined ? [] : [change] };
}

function changeOf(content: EventContent, raw: IDataObject, began: number): Change | undefined {
	const { event, status, occurredAt } = content;
	const changeKey = changeKeyOf(content);
	if (changeKey === null || status === null) return undefined;
	const id = canComeTwice(event) ? `${changeKey}@${occurredAt}` : changeKey;
	return { id, since: timeOf(occurredAt) ?? began, content, raw };
}

/**
 * The change as the workflow receives it, in the shape of an event of the other trigger.
 * @param now milliseconds since the epoch
 */
export function changeItem({ id, content, raw }: Change, now: number): INodeExecutionData {
	const json = stitchEvent(content, {
		eventId: id,
		receivedAt: new Date(now).toISOString(),
		raw,
	});
	return { json: json as unknown as IDataObject };
}

export function sortedByTime(changes: readonly Change[]): Change[] {
	return [...changes].sort((one, other) => one.since - other.since);
}
