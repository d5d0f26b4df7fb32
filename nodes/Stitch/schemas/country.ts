import { z } from 'zod/v4';

import { countries } from './countries';
import { asText, refuse } from './field';

/** A country by its two-letter code (ISO 3166-1 alpha-2), upper or lower case; may be left empty. */
export const country = (label: string) =>
	z.unknown().transform((value, context): string | undefined => {
		const given = asText(value)?.toUpperCase();
		if (given === undefined || countries.has(given)) return given;
		const isCode = /^[A-Z]{2}$/.test(given);
		return refuse(
			context,
			`${label} is not a ${isCode ? `known country: ${given}` : 'two-letter country code'}`,
			'Use the code of the country, for example ZA for South Africa.',
		);
	});
