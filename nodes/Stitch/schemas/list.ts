import { z } from 'zod/v4';

import { refuse } from './field';

/** How many records of a list are wanted; Infinity for all. */
export const limit = z.unknown().transform((value, context): number => {
	const wanted = Number(value);
	if (wanted === Infinity || (Number.isSafeInteger(wanted) && wanted >= 1)) return wanted;
	return refuse(
		context,
		'Limit is not a whole number of at least 1',
		'Correct Limit, or turn on Return All.',
	);
});
