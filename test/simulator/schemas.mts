import { z } from 'zod/v4';
import { centsOf } from './money.mts';

/** Field rules that several endpoints state. */

export const currency = z.literal('ZAR');

/** An amount as a number or a numeric text, in rand, positive, at most two decimals. */
export const numericQuantity = z
	.union([z.number(), z.string()])
	.refine((quantity) => centsOf(quantity) !== undefined, {
		message: 'must be a positive amount with at most two decimals',
	});

/** An amount as a JSON number. */
export const numberQuantity = z.number().refine((quantity) => centsOf(quantity) !== undefined, {
	message: 'must be a positive amount with at most two decimals',
});

/** The account of a disbursement or a payment request: our choice. */
export const paidAccount = z.string().regex(/^\d{6,20}$/, 'must have 6 to 20 digits');

export const text = (longest: number) => z.string().min(1).max(longest);

/** Public documentation: the longest nonce and external reference. */
export const nonce = text(4096);
export const externalReference = text(4096);
