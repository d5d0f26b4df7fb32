import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { asText, check, optionalText, yesNo } from '../schemas/field';
import { numberOf } from '../schemas/numberField';
import type { StitchEvent } from './event';
import { eventsIn, filterTypesOf, unknownEvent } from './catalogue';
import { rememberedEvents } from './fields';

/** The "Options" collection of the trigger, checked. */
export interface TriggerOptions {
	externalReferencePrefix: string | undefined;
	fetchCurrentResource: boolean;
	/** Types to subscribe to in addition to those of the chosen events, as the service names them. */
	otherEventTypes: string[];
	/** How many events are kept, to recognize repeated deliveries. */
	rememberedEvents: number;
}

const prefix = optionalText('External Reference Prefix');

/**
 * @throws {InvalidInput} for a value that cannot be read: ignoring it would switch the filter off.
 * The life-cycle functions read the options too, so a workflow with such a value is not published.
 */
export function readOptions(given: IDataObject): TriggerOptions {
	return {
		externalReferencePrefix: check(prefix, given.externalReferencePrefix),
		fetchCurrentResource: yesNo('Fetch Current Resource', given.fetchCurrentResource, false),
		otherEventTypes: typesIn(given.otherEventTypes),
		rememberedEvents: numberOf(rememberedEvents, given),
	};
}

/** The types that a node subscribes to. @throws {InvalidInput} */
export function subscribedTypes(context: IHookFunctions | IWebhookFunctions): string[] {
	const events = eventsIn(context.getNodeParameter('events', []));
	const options = readOptions(context.getNodeParameter('options', {}) as IDataObject);
	return filterTypesOf(events, options.otherEventTypes);
}

/** The types that "Other Event Types" names. */
function typesIn(otherEventTypes: unknown): string[] {
	return (asText(otherEventTypes) ?? '').split(/[\s,]+/).filter((type) => type !== '');
}

/**
 * Whether a node is to start on an event. With Unknown Event, it also starts on the types that the user
 * has named, even where their events have names here.
 */
export function isChosen(
	{ event, mayBe = [] }: Pick<StitchEvent, 'event' | 'mayBe'>,
	events: readonly string[],
	{ otherEventTypes }: TriggerOptions,
): boolean {
	const names = [event, ...mayBe];
	if (names.some((name) => events.includes(name))) return true;
	const types = filterTypesOf(names, []);
	return events.includes(unknownEvent) && types.some((type) => otherEventTypes.includes(type));
}

/**
 * Whether an event passes the filter on its reference. One without a reference does not: whether it
 * should cannot be known.
 */
export function passesFilter(
	{ externalReference }: Pick<StitchEvent, 'externalReference'>,
	{ externalReferencePrefix }: TriggerOptions,
): boolean {
	return (
		externalReferencePrefix === undefined ||
		asText(externalReference)?.startsWith(externalReferencePrefix) === true
	);
}
