import type { FaultRule } from '../faults.mts';

/** Answers as the service would have given them, with one thing in them wrong. */

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

function parsed(payload: unknown): Json {
	const value: unknown = typeof payload === 'string' ? JSON.parse(payload) : undefined;
	return isObject(value) ? value : {};
}

/** Rebuilds an answer from the leaves up, changing every object in it. */
function rebuilt(value: unknown, change: (object: Json) => unknown): unknown {
	if (Array.isArray(value)) return value.map((entry) => rebuilt(entry, change));
	if (!isObject(value)) return value;
	const entries = Object.entries(value).map(([name, field]) => [name, rebuilt(field, change)]);
	return change(Object.fromEntries(entries) as Json);
}

const isConnection = (object: Json): boolean => 'edges' in object || 'pageInfo' in object;

/** A GraphQL list is null as a whole; a REST list has null for its records. */
export function withoutLists(payload: unknown): Json {
	const answer = parsed(payload);
	if ('page' in answer) return { ...answer, data: null };
	return rebuilt(answer, (object) => (isConnection(object) ? null : object)) as Json;
}

/** An error, whatever was done. */
export function withGraphqlError({ code }: FaultRule): object {
	const error = {
		message: 'The answer could not be completed.',
		...(code !== undefined && { extensions: { code } }),
	};
	return { data: null, errors: [error] };
}
