import { resources } from './resources';

const actions = Object.fromEntries(
	resources.flatMap((resource) =>
		resource.operations.map(({ value, action }) => [`${resource.value}.${value}`, action]),
	),
);

/** What the canvas shows below the node's name: what it does, in the words of the panel. */
export const subtitle = `={{ ${JSON.stringify(actions)}[$parameter["resource"] + "." + $parameter["operation"]] }}`;
