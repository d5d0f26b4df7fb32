import type { IDataObject } from 'n8n-workflow';

import { flatPart } from '../actions/eventParts';
import type { EventPart } from '../run/resource';
import { moneyIn, randOf } from '../schemas/money';
import { readStatus } from '../schemas/status';
import { asFields, asJsonObject, textOf } from '../transport/json';
import {
	eventFamilies,
	eventName,
	familiesOf,
	unknownEvent,
	type EventsOfResource,
} from './catalogue';

/** The trigger's output for every event, whatever its envelope. */
export interface StitchEvent {
	/** For example `disbursement.completed`; `unknown` for events that are not documented. */
	event: string;
	/** The value of the action node's resource, such as `paymentRequest`; null for unknown ones. */
	resource: string | null;
	id: string | null;
	/** As REST spells it: `completed`, `paused` … */
	status: string | null;
	statusReason: string | null;
	/** In rand. */
	amount: { quantity: number; currency: string | null } | null;
	externalReference: string | null;
	nonce: string | null;
	/** ISO 8601, as the service sends it. */
	occurredAt: string | null;
	/**
	 * The change: event and ID, equal for the same change in both triggers. The `eventId` of an event
	 * that does not say what it is about.
	 */
	changeKey: string;
	/** The events that it may be, if only reading the object decides. */
	mayBe?: string[];
	/** The same on every delivery of one event. */
	eventId: string;
	/** ISO 8601. */
	receivedAt: string;
	/** The body as it was sent, including unknown fields. */
	raw: IDataObject;
}

type EventDelivery = Pick<StitchEvent, 'eventId' | 'receivedAt' | 'raw'>;

/** The contents of the event itself; the rest of `StitchEvent` comes from its delivery. */
export type EventContent = Omit<StitchEvent, 'changeKey' | keyof EventDelivery>;

/**
 * Reads an event in either envelope: `{ data: { client: { <list>: { node } } } }` or `{ type, id, data }`
 * (public documentation). What it cannot make sense of becomes an unknown event; nothing throws.
 * @param subscribedTypes the types of the subscription that brought it, as far as they are known. The
 * nested envelope does not say its type, and a payment request with its confirmation can be about
 * either; where only one of the two is subscribed to, it is about that one.
 */
export function readEvent(
	{ type, data }: IDataObject,
	subscribedTypes: readonly string[] = [],
): EventContent {
	const nodes = Object.entries(asFields(asFields(data).client)).flatMap(([list, value]) => {
		const node = asJsonObject(asFields(value).node);
		return node === undefined ? [] : [{ list, node }];
	});
	const [first, ...others] = nodes;
	// If one message contained two objects, one would be lost.
	if (others.length > 0) return unknownContent({});
	if (first !== undefined) return readNode(first.list, first.node, subscribedTypes);
	const flat = asJsonObject(data);
	return typeof type === 'string' && flat ? readFlat(type, flat) : unknownContent({});
}

function readNode(
	list: string,
	node: IDataObject,
	subscribedTypes: readonly string[],
): EventContent {
	const readings = eventFamilies.flatMap((family) =>
		readingsBy(family, family.readGraphqlNode?.(list, node)),
	);
	const brought = familiesOf(subscribedTypes);
	const subscribed = readings.filter(({ family }) => brought.includes(family));
	return oneOf(subscribed.length > 0 ? subscribed : readings) ?? unknownContent(node);
}

function readFlat(type: string, data: IDataObject): EventContent {
	const readings = familiesOf([type]).flatMap((family) =>
		readingsBy(family, (family.readFlatEvent ?? flatPart)(data, type)),
	);
	return oneOf(readings) ?? unknownContent(data);
}

interface EventReading {
	family: EventsOfResource;
	content: EventContent;
	/** The events that it may be, if only reading the object decides. */
	mayBe?: string[];
}

function readingsBy(family: EventsOfResource, part: EventPart | undefined): EventReading[] {
	if (part === undefined) return [];
	const mayBe = part.mayHave
		?.map((status) => eventName(family.family, status))
		.filter((event) => event !== unknownEvent);
	return [{ family, content: content(family, family.resource.value, part), mayBe }];
}

function oneOf(readings: readonly EventReading[]): EventContent | undefined {
	// A confirmation that is not decided yet is no event, so the object is about the request then.
	const known = readings.filter(({ content: { event } }) => event !== unknownEvent);
	const [first] = readings;
	const isUndecided = readings.every(({ mayBe }) => mayBe !== undefined);
	if (first === undefined || !isUndecided) return (known[0] ?? readings.at(-1))?.content;
	const mayBe = readings.flatMap((reading) => reading.mayBe ?? []);
	return { ...first.content, event: unknownEvent, ...(mayBe.length > 0 && { mayBe }) };
}

function unknownContent(data: IDataObject): EventContent {
	return content({ family: '', statusPrefix: '' }, null, flatPart(data));
}

function content(
	{ family, statusPrefix }: Pick<EventsOfResource, 'family' | 'statusPrefix'>,
	resource: string | null,
	{ data, state }: EventPart,
): EventContent {
	const { status, statusReason, statusDate } = readStatus(state, statusPrefix);
	const event = eventName(family, status ?? '');
	return {
		event,
		resource,
		id: textOrNull(data.id),
		status: status ?? null,
		statusReason: statusReason ?? null,
		amount: readAmount(data),
		externalReference: textOrNull(data.externalReference),
		nonce: textOrNull(data.nonce),
		occurredAt: statusDate ?? null,
	};
}

/**
 * Whether an event cannot be read, although it is genuine: neither its type, its status nor the object
 * that it is about are known. What is pending, and has no event for that, says nothing new.
 */
export function isUnreadable({ event, resource, status, mayBe }: StitchEvent): boolean {
	const isPending = resource !== null && status === 'pending';
	return event === unknownEvent && mayBe === undefined && !isPending;
}

/** An event as the trigger returns it; one that does not say what changed is known by its delivery. */
export function stitchEvent(content: EventContent, delivery: EventDelivery): StitchEvent {
	const { eventId, receivedAt, raw } = delivery;
	const changeKey = changeKeyOf(content) ?? eventId;
	return { ...content, changeKey, eventId, receivedAt, raw };
}

/**
 * The change, equal for the same change in whatever form it arrives; null if the event does not say it.
 */
export function changeKeyOf({ event, id }: Pick<EventContent, 'event' | 'id'>): string | null {
	return event === unknownEvent || id === null ? null : `${event}/${id}`;
}

/** An amount, from `{ quantity, currency }` or from a number next to a currency; null for none. */
export function readAmount({ amount, currency }: IDataObject): StitchEvent['amount'] {
	const { quantity, currency: unit } = asJsonObject(amount) ?? { quantity: amount, currency };
	const found = moneyIn(quantity);
	return found ? { quantity: randOf(found.cents), currency: textOrNull(unit) } : null;
}

function textOrNull(value: unknown): string | null {
	return textOf(typeof value === 'number' ? String(value) : value) ?? null;
}
