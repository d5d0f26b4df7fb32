import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { readEvent, type EventContent, type StitchEvent } from '../webhook/event';
import type { AskedList, ReadList } from './lists';

/** One status of one object, as a list showed it. */
export interface Change {
	/** The key of the list. */
	list: string;
	/** Whose status it is: the family of its events and the id. */
	object: string;
	status: string;
	/** When the list says that it changed, in milliseconds since the epoch by the service's clock. */
	at: number;
	/** When the status began, likewise. */
	since: number;
	event: EventContent;
	raw: IDataObject;
}

/**
 * What an object of a list says, in the form in which events come; undefined if it has no id or no
 * status.
 * @param otherwise the time of the change, in milliseconds, if the object does not say it
 */
export function asChange(list: AskedList, node: IDataObject, otherwise: number) {
	const raw = { data: { client: { [list.list]: { node } } } };
	const types = list.statuses.map((status) => list.family.filterType(status));
	const at = timeOf(list.changedAt(node)) ?? otherwise;
	return changeOf(list, readEvent(raw, types), raw, { at, beganAt: timeOf(list.beganAt?.(node)) });
}

/** As `asChange`, for an object of REST, which says itself when it changed. */
export function asReadChange(list: ReadList, data: IDataObject, otherwise: number) {
	const raw = { type: list.family.filterType(String(data.status)), data };
	const at = timeOf(data.updatedAt) ?? timeOf(data.createdAt) ?? otherwise;
	return changeOf(list, readEvent(raw), raw, { at });
}

function changeOf(
	{ key, family }: AskedList | ReadList,
	event: EventContent,
	raw: IDataObject,
	{ at, beganAt = at }: { at: number; beganAt?: number | undefined },
): Change | undefined {
	const { id, status } = event;
	if (id === null || status === null) return undefined;
	const since = timeOf(event.occurredAt) ?? beganAt;
	return { list: key, object: `${family.family}/${id}`, status, at, since, event, raw };
}

/** ISO 8601 with a time of day; the offset is captured. */
const isoTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:\d{2})?$/i;

/** A time of the service in milliseconds since the epoch; without an offset it is UTC. */
export function timeOf(value: unknown): number | undefined {
	// Not with luxon, which takes longer for it than for all the rest of a change.
	const [text, offset] = isoTime.exec(String(value)) ?? [];
	if (text === undefined) return undefined;
	const time = Date.parse(offset === undefined ? `${text}Z` : text);
	return Number.isNaN(time) ? undefined : time;
}

/**
 * The change as the workflow gets it, in the shape of an event of the other trigger.
 * @param now milliseconds since the epoch
 */
export function asItem({ event, raw }: Change, now: number): INodeExecutionData {
	// A payout can pause twice, and then only the time tells the two apart.
	const eventId = `${event.changeKey}@${event.occurredAt}`;
	const receivedAt = new Date(now).toISOString();
	const json: StitchEvent = {
		...event,
		changeKey: event.changeKey ?? eventId,
		eventId,
		receivedAt,
		raw,
	};
	return { json: json as unknown as IDataObject };
}
