import { z } from 'zod/v4';

const whole = z.string().regex(/^\d{1,9}$/, 'must be a whole number');

/** Query parameters `limit` and `offset` within a list's bounds. */
export function pagination(smallest: number, largest: number, standard: number) {
	return {
		limit: whole.transform(Number).pipe(z.number().min(smallest).max(largest)).default(standard),
		offset: whole.transform(Number).default(0),
	};
}

/** Spec (terminal) 2.4: the page envelope. */
export function envelope<Item>(
	items: Item[],
	{ limit, offset }: { limit: number; offset: number },
	present: (item: Item) => unknown = (item) => item,
): object {
	const data = items.slice(offset, offset + limit).map(present);
	return { data, page: { limit, offset, hasNext: offset + data.length < items.length } };
}
