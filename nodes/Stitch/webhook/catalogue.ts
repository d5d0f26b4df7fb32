import type { INodePropertyOptions } from 'n8n-workflow';

import { records } from '../actions/records';
import { having, willChange, type EventFamily, type ResourceWith } from '../run/resource';
import { capitalized } from '../schemas/status';

/** A family of events, with the resource whose objects they are about. */
export interface EventsOfResource extends EventFamily {
	readonly resource: ResourceWith<'one' | 'simplify'>;
}

/**
 * Every family of events that the service documents. Where an object may be about several, the first
 * one that it has a known status of counts.
 */
export const eventFamilies: readonly EventsOfResource[] = having(
	records,
	'one',
	'simplify',
	'events',
).flatMap((resource) => resource.events.map((family) => ({ ...family, resource })));

/** The name of events that the service sends and does not document. */
export const unknownEvent = 'unknown';

/** Every documented event, by the name that the output's `event` carries. */
const documented = new Map(
	eventFamilies.flatMap((family) =>
		Object.entries(family.meanings).map(([status, description]) => [
			`${family.family}.${status}`,
			{
				name: `${family.name} ${capitalized(status)}`,
				description,
				filterType: family.filterType(status),
				canComeTwice: willChange({ status }, family.resource) || family.comeAgain?.includes(status),
			},
		]),
	),
);

export function typesOf({ meanings, filterType }: EventFamily): string[] {
	return Object.keys(meanings).map(filterType);
}

/** The families whose events come with a subscription to these types. */
export function familiesOf(types: readonly string[]): EventsOfResource[] {
	return eventFamilies.filter((family) => typesOf(family).some((type) => types.includes(type)));
}

/** The name of an event of a family with a status; `unknown` if it is not documented. */
export function eventName(family: string, status: string): string {
	const name = `${family}.${status}`;
	return documented.has(name) ? name : unknownEvent;
}

export function nameOf(event: string): string {
	return documented.get(event)?.name ?? event;
}

/** Whether an object can take the status of an event more than once: a payout can pause again. */
export function canComeTwice(event: string): boolean {
	return documented.get(event)?.canComeTwice ?? false;
}

/** The types to subscribe to for the chosen events, sorted and without duplicates. */
export function filterTypesOf(events: readonly string[]): string[] {
	const types = events.flatMap((event) => documented.get(event)?.filterType ?? []);
	return [...new Set(types)].sort();
}

/** Every single event, in alphabetical order. */
export const eventOptions: INodePropertyOptions[] = [
	...[...documented].map(([value, { name, description }]) => ({ name, value, description })),
	{
		name: 'Unknown Event',
		value: unknownEvent,
		description: 'Anything else that Stitch sends, unchanged',
	},
].sort((one, other) => one.name.localeCompare(other.name, 'en'));

export const everyEvent = '*';

/** Choices that stand for all events of a family, by their value, with their name. */
const groups = new Map(
	eventFamilies.map(({ family, name }) => [`${family}.*`, `All ${name} Events`]),
);

/** The drop-down of a trigger: everything, all events of a family, and the single events. */
export function eventChoices(singles: readonly INodePropertyOptions[]): INodePropertyOptions[] {
	const offered = singles.map(({ value }) => String(value));
	const familyChoices = [...groups]
		.filter(([value]) => offered.some((event) => isIn(value, event)))
		.map(([value, name]) => ({ name, value }))
		.sort((one, other) => one.name.localeCompare(other.name, 'en'));
	return [{ name: 'Every Event', value: everyEvent }, ...familyChoices, ...singles];
}

/** The single events of a choice. A value that no drop-down offers stays as it is. */
export function eventsIn(chosen: unknown): string[] {
	const every = eventOptions.map(({ value }) => String(value));
	const events = (Array.isArray(chosen) ? chosen : []).map(String).flatMap((choice) => {
		const found = every.filter((event) => isIn(choice, event));
		return found.length > 0 ? found : [choice];
	});
	return [...new Set(events)];
}

function isIn(choice: string, event: string): boolean {
	return choice === everyEvent || (groups.has(choice) && event.startsWith(choice.slice(0, -1)));
}

const choiceNames = Object.fromEntries(
	eventChoices(eventOptions).map(({ value, name }) => [value, name]),
);

/** The text below the name of a trigger on the canvas: its events, as the panel calls them. */
export const eventsSubtitle = `={{ $parameter["events"].map((event) => (${JSON.stringify(choiceNames)})[event] ?? event).join(", ") }}`;
