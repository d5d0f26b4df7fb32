import { z } from 'zod/v4';

import { isLoopback } from '../transport/addresses';
import { asText, refuse } from './field';

/**
 * An address that the hosted page sends the payer back to; may be left empty (spec 4.2).
 * Production clients cannot use http, so it is taken for addresses on this computer only.
 */
export const redirectAddress = (label: string) =>
	z.unknown().transform((value, context): string | undefined => {
		const given = asText(value);
		if (given === undefined) return undefined;
		const why = whyUnusable(given);
		if (why === undefined) return given;
		return refuse(
			context,
			`${label} ${why}`,
			`Write ${label} as a full web address, for example https://shop.example.com/thank-you.`,
		);
	});

/** Whether a payer can be sent back to an address. */
export function isRedirectAddress(address: string): boolean {
	return whyUnusable(address) === undefined;
}

function whyUnusable(address: string): string | undefined {
	if (!URL.canParse(address)) return 'is not a full web address';
	const { protocol, hostname, username, password } = new URL(address);
	if (username !== '' || password !== '') return 'must not hold a user name or password';
	if (protocol === 'https:') return undefined;
	if (protocol === 'http:' && isLoopback(hostname)) return undefined;
	return 'must start with https:// (http:// is for addresses on this computer only)';
}
