import { z } from 'zod/v4';

import { asText, refuse, shown } from './field';

/** The one currency of the service (spec 2.1, 2.5). */
export const currency = 'ZAR';

/** An amount of money in whole cents, so that no sum or comparison goes through binary fractions. */
export interface Money {
	cents: number;
}

const decimal = /^([+-]?)(\d+)(?:\.(\d+))?$/;

/**
 * An amount field: a number or a text such as 1500 or 1500.50; more than 0, at most two decimals.
 * Anything that could be read in two ways (1,500, 1.500 or R1500) is refused, never guessed.
 */
export function money(label: string) {
	return z.unknown().transform((value, context): Money => {
		const given = asText(value);
		if (given === undefined) {
			return refuse(
				context,
				`${label} is empty`,
				'Fill in the amount in rand, for example 150.00.',
			);
		}
		const match = decimal.exec(given);
		if (match === null) {
			return refuse(
				context,
				`${label} is not a number: ${shown(given)}`,
				'Write the amount in rand with digits and a point, for example 1500.50: no spaces, commas or currency sign.',
			);
		}
		const [, sign, rand, fraction = ''] = match;
		// Digits behind the point are no account number.
		const told = (rand ?? '').length < 6 ? given.slice(0, 30) : shown(given);
		const significant = fraction.replace(/0+$/, '');
		if (significant.length > 2) {
			return refuse(
				context,
				`${label} has more than two decimals: ${told}`,
				'Round the amount to whole cents.',
			);
		}
		if (fraction.length === 3 && /^[1-9]\d{0,2}$/.test(rand ?? '')) {
			return refuse(
				context,
				`${label} can be read in two ways: ${told}`,
				'Write the amount with two decimals, for example 1500.50.',
			);
		}
		const cents = Number(rand) * 100 + Number(significant.padEnd(2, '0'));
		if (sign === '-' || cents === 0) {
			return refuse(
				context,
				`${label} must be more than 0: ${told}`,
				'Use an amount of at least 0.01.',
			);
		}
		if (!Number.isSafeInteger(cents)) {
			return refuse(context, `${label} is too large`, 'Check the amount for extra digits.');
		}
		return { cents };
	});
}

/** The amount as text in rand with two decimals: `{ cents: 1050 }` is `10.50`. */
export function inRand({ cents }: Money): string {
	return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

/** The amount as a JSON number in rand; the nearest double prints as the exact decimal again. */
export function asNumber({ cents }: Money): number {
	return cents / 100;
}
