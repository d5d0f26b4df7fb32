import { z } from 'zod/v4';

import { refuse, shown } from './field';

/**
 * A choice of several statuses: a list, or text with commas between them as an expression may give.
 * @returns nothing when none was chosen: then all are meant
 */
export function statuses<Status extends string>(label: string, known: readonly Status[]) {
	return z.unknown().transform((value, context): Status[] | undefined => {
		const given = (Array.isArray(value) ? value : String(value ?? '').split(','))
			.map((status) => String(status).trim())
			.filter((status) => status !== '');
		const unknown = given.find((status) => !known.some((each) => each === status));
		if (unknown !== undefined) {
			return refuse(
				context,
				`${label} is not a status the service knows: ${shown(unknown)}`,
				`Use one or more of: ${known.join(', ')}.`,
			);
		}
		return given.length === 0 ? undefined : (given as Status[]);
	});
}
