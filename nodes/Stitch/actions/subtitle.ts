import { resources } from './resources';

/** An action tells in brackets what Stitch calls it; that is short enough for the canvas. */
const shortened = (action: string): string => {
	const short = /\((.+)\)$/.exec(action)?.[1] ?? action;
	return short.charAt(0).toUpperCase() + short.slice(1);
};

const actions = Object.fromEntries(
	resources.flatMap((resource) =>
		resource.operations.map(({ value, action }) => [
			`${resource.value}.${value}`,
			shortened(action),
		]),
	),
);

/** What the canvas shows below the node's name: what it does, in the words of the panel. */
export const subtitle = `={{ ${JSON.stringify(actions)}[$parameter["resource"] + "." + $parameter["operation"]] }}`;
