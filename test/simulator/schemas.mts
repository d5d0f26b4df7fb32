import { z } from 'zod/v4';
import { centsOf } from './money.mts';

/** Field rules that several endpoints state. */

export const currency = z.literal('ZAR');

const isAmount = (quantity: unknown): boolean => centsOf(quantity) !== undefined;
const amountRule = { message: 'must be a positive amount with at most two decimals' };

/** An amount in rand as a number or a numeric text. */
export const numericQuantity = z.union([z.number(), z.string()]).refine(isAmount, amountRule);

/** An amount in rand as a JSON number. */
export const numberQuantity = z.number().refine(isAmount, amountRule);

/** The account of a disbursement or a payment request: our choice. */
export const paidAccount = z.string().regex(/^\d{6,20}$/, 'must have 6 to 20 digits');

export const text = (longest: number) => z.string().min(1).max(longest);

/** Public documentation: the longest nonce and external reference. */
export const nonce = text(4096);
export const externalReference = text(4096);
