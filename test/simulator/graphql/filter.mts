import { globPattern } from '../glob.mts';

/** Reads the comparisons of the filter inputs. */

const dateOf = (value: unknown): number => Date.parse(String(value));

const comparisons: Record<string, (value: unknown, wanted: unknown) => boolean> = {
	eq: (value, wanted) => value === wanted,
	ne: (value, wanted) => value !== wanted,
	in: (value, wanted) => Array.isArray(wanted) && wanted.includes(value),
	nin: (value, wanted) => Array.isArray(wanted) && !wanted.includes(value),
	gt: (value, wanted) => dateOf(value) > dateOf(wanted),
	gte: (value, wanted) => dateOf(value) >= dateOf(wanted),
	lt: (value, wanted) => dateOf(value) < dateOf(wanted),
	lte: (value, wanted) => dateOf(value) <= dateOf(wanted),
	glob: (value, wanted) => globPattern(String(wanted)).test(String(value)),
	// A pattern from outside is only compared as a text: it must not be able to hang the process.
	regex: (value, wanted) => String(value).includes(String(wanted)),
};

/** In a filter, a name with a capital letter is that of one of a union's types. */
const isTypeName = (name: string): boolean => /^[A-Z]/.test(name);

const isOfType = (value: unknown, name: string): boolean =>
	(value as { __typename?: string } | undefined)?.__typename === name;

/** Whether a value passes a filter such as `{ nonce: { eq: "…" }, status: { typename: … } }`. */
export function passes(value: unknown, filter: unknown): boolean {
	if (filter === null || filter === undefined) return true;
	return Object.entries(filter as Record<string, unknown>).every(([name, wanted]) => {
		const compare = comparisons[name];
		if (compare) return wanted === null || compare(value, wanted);
		if (isTypeName(name)) return isOfType(value, name) && passes(value, wanted);
		const field = name === 'typename' ? '__typename' : name;
		return passes((value as Record<string, unknown> | undefined)?.[field], wanted);
	});
}
