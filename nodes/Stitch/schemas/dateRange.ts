import { z } from 'zod/v4';

import { quoted } from '../transport/mask';
import { optionalDateTime } from './dateTime';
import { refuse } from './field';

interface RangeRules {
	/** How the editor labels the two fields. */
	from: string;
	to: string;
	/** IANA name of the zone that applies to dates without one. */
	zone: string;
}

/**
 * A span of time as GraphQL filters take it, open where a field is empty. Both ends are included, and a
 * day without a time counts whole as the end.
 * @returns undefined when both fields are empty
 */
export function dateRange({ from, to, zone }: RangeRules) {
	return z
		.object({
			from: optionalDateTime(from, { zone }),
			to: optionalDateTime(to, { zone, endOfDay: true }),
		})
		.transform((range, context): { gte?: string; lte?: string } | undefined => {
			if (range.from === undefined && range.to === undefined) return undefined;
			if (range.from !== undefined && range.to !== undefined && range.from > range.to) {
				return refuse(
					context,
					to,
					`is earlier than ${quoted(from)}`,
					'Swap the two, or change one of them.',
				);
			}
			return { ...(range.from && { gte: range.from }), ...(range.to && { lte: range.to }) };
		});
}
