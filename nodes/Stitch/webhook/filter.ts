import { asText } from '../schemas/asText';
import { eventFamilies, type EventsOfResource } from './catalogue';
import { isUnreadable, type StitchEvent } from './event';
import type { TriggerOptions } from './settings';

export function isChosen(
	{ event, mayBe = [] }: Pick<StitchEvent, 'event' | 'mayBe'>,
	events: readonly string[],
): boolean {
	return [event, ...mayBe].some((name) => events.includes(name));
}

/**
 * The object that is read before an event is passed on: if the user wants it, if only it says what the
 * event is about, or if the event lacks the reference to filter by. What an unknown event is about is
 * not known. An event with a reference that does not pass is not read: its object has the same one.
 */
export function objectToRead(
	given: StitchEvent,
	options: TriggerOptions,
): { family: EventsOfResource; id: string } | undefined {
	const { event, mayBe, id, externalReference } = given;
	const passes = passesFilter(given, options);
	if (!passes && externalReference !== null) return undefined;
	if (id === null || !(options.fetchCurrentResource || mayBe || !passes)) return undefined;
	const name = mayBe?.[0] ?? event;
	const family = eventFamilies.find((each) => name.startsWith(`${each.family}.`));
	return family && { family, id };
}

/** An event without a reference does not pass External Reference Prefix. */
export function passesFilter(
	{ externalReference }: Pick<StitchEvent, 'externalReference'>,
	{ externalReferencePrefix }: Pick<TriggerOptions, 'externalReferencePrefix'>,
): boolean {
	return (
		externalReferencePrefix === undefined ||
		asText(externalReference)?.startsWith(externalReferencePrefix) === true
	);
}

/**
 * Whether an event that cannot be read would end unseen: it may be one that the node waits for, unless it
 * has the reference of another workflow.
 */
export function wouldBeMissed(
	event: StitchEvent,
	events: readonly string[],
	options: TriggerOptions,
): boolean {
	const passes = passesFilter(event, options);
	const mayBeOurs = passes || event.externalReference === null;
	return isUnreadable(event) && mayBeOurs && !(passes && isChosen(event, events));
}
