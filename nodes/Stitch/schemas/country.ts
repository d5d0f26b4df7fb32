import { z } from 'zod/v4';

import { asText, reject } from './field';

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** A country by its two-letter code (ISO 3166-1 alpha-2), upper or lower case; may be left empty. */
export const country = (label: string) =>
	z.unknown().transform((value, context): string | undefined => {
		const given = asText(value)?.toUpperCase();
		if (given === undefined) return undefined;
		const isCode = /^[A-Z]{2}$/.test(given);
		if (isCode && isKnown(given)) return given;
		return reject(
			context,
			label,
			`is not a ${isCode ? `known country: ${given}` : 'two-letter country code'}`,
			'Use the code of the country, for example ZA for South Africa.',
		);
	});

/** Withdrawn codes and second ones, such as UK, have another canonical form. */
function isKnown(code: string): boolean {
	return names.of(code) !== undefined && new Intl.Locale(`und-${code}`).region === code;
}
