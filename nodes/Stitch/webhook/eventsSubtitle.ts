import { eventChoices, eventOptions } from './kinds';

const names = Object.fromEntries(
	eventChoices(eventOptions).map(({ value, name }) => [value, name]),
);

/** What the canvas shows below the name of a trigger: its events, in the words of the panel. */
export const eventsSubtitle = `={{ $parameter["events"].map((event) => (${JSON.stringify(names)})[event] ?? event).join(", ") }}`;
