import { badInput } from './refusals.mts';

export interface PageArguments {
	first?: unknown;
	after?: unknown;
	last?: unknown;
	before?: unknown;
}

/** Public documentation: 500 where nothing is asked for. */
const defaultSize = 500;
const largestSize = 500;

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

function indexOf(cursor: unknown): number {
	if (!isGiven(cursor)) return -1;
	const text = Buffer.from(String(cursor), 'base64').toString('utf8');
	const index = /^item:(\d{1,9})$/.exec(text)?.[1];
	if (index === undefined) throw badInput('after: not a cursor of this list');
	return Number(index);
}

function sizeOf(first: unknown, largest: number): number {
	return isGiven(first) ? Math.min(Number(first), largest) : defaultSize;
}

const cursorOf = (index: number): string => Buffer.from(`item:${index}`).toString('base64');

/** A list that comes as a whole. */
export function edgesOf(nodes: object[]): object {
	return { edges: nodes.map((node) => ({ node })) };
}

/**
 * One page of a list, as a Relay connection. The largest size is our choice (500) where the service
 * does not name it. Reading backwards is refused: nothing here needs it.
 */
export function connectionOf(
	nodes: object[],
	{ first, after, last, before }: PageArguments,
	largest = largestSize,
): object {
	if (isGiven(last) || isGiven(before)) throw badInput('last, before: read forwards here');
	const start = indexOf(after) + 1;
	const page = nodes.slice(start, start + sizeOf(first, largest));
	const edges = page.map((node, offset) => ({ cursor: cursorOf(start + offset), node }));
	return {
		edges,
		pageInfo: {
			hasNextPage: start + page.length < nodes.length,
			hasPreviousPage: start > 0,
			startCursor: edges[0]?.cursor,
			endCursor: edges.at(-1)?.cursor,
		},
	};
}
