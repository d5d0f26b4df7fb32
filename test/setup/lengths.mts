import { expect } from 'expect';

/** Jest takes `[undefined]` for equal to `[]`. A list that holds what cannot be read is not an empty one. */
expect.addEqualityTesters([
	(one: unknown, other: unknown) =>
		Array.isArray(one) && Array.isArray(other) && one.length !== other.length ? false : undefined,
]);
