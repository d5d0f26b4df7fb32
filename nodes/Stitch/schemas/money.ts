import { z } from 'zod/v4';

import { asText, refuse, shown } from './field';

/** The one currency of the service (spec 2.1, 2.5). */
export const currency = 'ZAR';

/** An amount of money in whole cents, so that sums and comparisons are exact. */
export interface Money {
	cents: number;
}

/**
 * The largest amount in cents that a JSON number in rand expresses exactly: a double holds any 15
 * digits. It bounds amounts that are not payments: limits, filters, what the service returns.
 */
const largestExact = 999_999_999_999_999;

/**
 * The largest payment in cents, R1 billion. It is far above what banks carry out at once, and below
 * what a few digits too many, or an account number in the wrong column, would ask for.
 */
const largestPayment = 100_000_000_000;

const decimal = /^([+-]?)(\d+)(?:\.(\d+))?$/;

/**
 * An amount field: a number or a text such as 1500 or 1500.50; more than 0, at most two decimals.
 * Anything that could be read in two ways (1,500, 1.500 or R1500) is refused, never guessed.
 * @param largest in cents
 */
export function money(label: string, largest = largestExact) {
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
		const [, sign, rand = '', fraction = ''] = match;
		// Digits after the decimal point are not an account number.
		const told = rand.length < 6 ? given.slice(0, 30) : shown(given);
		const significant = fraction.replace(/0+$/, '');
		if (significant.length > 2) {
			return refuse(
				context,
				`${label} has more than two decimals: ${told}`,
				'Round the amount to whole cents.',
			);
		}
		if (fraction.length === 3 && /^[1-9]\d{0,2}$/.test(rand)) {
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
		if (cents > largest) {
			return refuse(
				context,
				`${label} is too large: the most is R${grouped(largest)}`,
				'Check the amount for extra digits.',
			);
		}
		return { cents };
	});
}

/** An amount that is paid, given back or charged, as `money` reads it: at most R1 000 000 000.00. */
export const paymentAmount = (label: string) => money(label, largestPayment);

/** An amount with so many digits that a person has to count them. */
function grouped(cents: number): string {
	return inRand({ cents }).replace(/\B(?=(?:\d{3})+\.)/g, ' ');
}

/** The amount as text in rand with two decimals: `{ cents: 1050 }` is `10.50`. */
export function inRand({ cents }: Money): string {
	return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

/** The amount as a JSON number in rand; the nearest double prints as the exact decimal again. */
export function asNumber({ cents }: Money): number {
	return cents / 100;
}
