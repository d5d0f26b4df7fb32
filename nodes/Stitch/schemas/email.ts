import { z } from 'zod/v4';

import { optionalText } from './field';

/** An email address that may be left empty. */
export const email = (label: string) =>
	optionalText(label, {
		pattern: {
			is: z.regexes.email,
			what: 'is not an email address',
			fix: 'Write it like name@example.com, one address only.',
		},
	});
