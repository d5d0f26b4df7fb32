import { z } from 'zod/v4';

import { asText, refuse } from './field';

/** A country as its two-letter code (ISO 3166-1 alpha-2), in any case; may be left empty. */
export const country = (label: string) =>
	z.unknown().transform((value, context): string | undefined => {
		const given = asText(value)?.toUpperCase();
		if (given === undefined || /^[A-Z]{2}$/.test(given)) return given;
		return refuse(
			context,
			`${label} is not a two-letter country code`,
			'Use the code of the country, for example ZA for South Africa.',
		);
	});
