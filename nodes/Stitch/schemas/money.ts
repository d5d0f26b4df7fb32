import { z } from 'zod/v4';

import { folded } from './characters';
import { asText, shown } from './asText';
import { reject } from './invalidInput';

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
 * The largest payment in cents, R1 billion. It is far above the amounts that banks pay at once, and below
 * the ones that come from a few extra digits, or from an account number in the wrong column.
 */
const largestPayment = 100_000_000_000;

/**
 * The ways to write an amount, with all kinds of spaces as plain ones: digits in groups or not, and then
 * the decimals. The pairs of signs are those of South African and of English spreadsheets.
 */
const notations = [
	/^(?<rand>\d+)(?:[.,](?<fraction>\d+))?$/,
	/^(?<rand>[1-9]\d{0,2}(?: \d{3})+)(?:[.,](?<fraction>\d+))?$/,
	/^(?<rand>[1-9]\d{0,2}(?:,\d{3})+)(?:\.(?<fraction>\d+))?$/,
	/^(?<rand>[1-9]\d{0,2}(?:\.\d{3})+)(?:,(?<fraction>\d+))?$/,
];

/** The other ways to write an amount below 0: (500.00), R(500.00), R-500.00 and 500.00-. */
const belowZero = /^(?:(?:R|ZAR) ?)?(?:\((.+)\)|-(.+)|(.+)-)$/i;

const signed = /^(?<sign>[+-]?)(?:(?:R|ZAR) ?)?(?<digits>\d.*)$/i;

/** An amount as it was written: both parts are only digits, the fraction without trailing zeros. */
interface WrittenAmount {
	rand: string;
	fraction: string;
}

/** Every amount that the digits can mean; none if they are not an amount. */
function readingsOf(digits: string): WrittenAmount[] {
	return notations.flatMap((notation) => {
		const { rand, fraction = '' } = notation.exec(digits)?.groups ?? {};
		if (rand === undefined) return [];
		return [{ rand: rand.replace(/\D/g, ''), fraction: fraction.replace(/0+$/, '') }];
	});
}

const atLeastACent = 'Enter an amount of at least 0.01.';

/** A clerk who follows it literally must not pay a cent to somebody on unpaid leave. */
const leaveItOut = 'Enter an amount of at least 0.01, or leave this one out.';

/** A deduction in a list must not be paid out because somebody has removed its sign. */
const subtractIt =
	'A payout cannot take money back. Subtract the amount from another payout to the same person that is not paid yet, and leave this one out.';

interface Bounds {
	least?: number;
	most?: number;
	ifNothing?: string;
	ifNegative?: string;
}

/**
 * An amount field: a number, or a text as spreadsheets write it (1500.50, 1500,50, R 1 500.50, 1,500.50);
 * more than 0, at most two decimals. A text that can be read in two ways (1,500 or 1.500) is rejected,
 * never guessed.
 * @param bounds the least and the most in cents, and what to do about an amount of 0 or below
 */
export function money(
	label: string,
	{
		least = 1,
		most = largestExact,
		ifNothing = atLeastACent,
		ifNegative = atLeastACent,
	}: Bounds = {},
) {
	return z.unknown().transform((value, context): Money => {
		const no = (what: string, fix: string) => reject(context, label, what, fix);
		const given = asText(value);
		if (given === undefined) return no('is empty', 'Enter the amount in rand, for example 150.00.');
		const text = folded(given).replace(belowZero, '-$1$2$3');
		const { sign, digits = '' } = signed.exec(text)?.groups ?? {};
		const [reading, other] = readingsOf(digits);
		if (reading === undefined) {
			return no(
				`is not an amount: ${shown(given)}`,
				'Enter the amount in rand, for example 1500.50.',
			);
		}
		// A number from n8n has no groups.
		if (other !== undefined && typeof value !== 'number') {
			return no(
				`can be read in two ways: ${given} could be ${spelled(reading)} or ${spelled(other)}`,
				'Enter the amount with two decimals, for example 1500.50.',
			);
		}
		const { rand, fraction } = reading;
		// Digits after the decimal point are not an account number.
		const written = rand.length < 6 ? given.slice(0, 30) : shown(given);
		if (fraction.length > 2) {
			return no(`has more than two decimals: ${written}`, 'Round the amount to whole cents.');
		}
		const cents = Number(rand) * 100 + Number(fraction.padEnd(2, '0'));
		if (sign === '-') return no(`must be more than 0: ${written}`, ifNegative);
		if (cents < least) return no(`must be more than 0: ${written}`, ifNothing);
		if (cents > most) {
			const what = `is too large: the most is ${formatRand(most)}`;
			return no(what, 'Check the amount for extra digits.');
		}
		return { cents };
	});
}

// Made once: a schema takes longer to make than to check a value with.
const anyAmount = money('Amount', { least: 0 });

/** The amount in an answer from Stitch or in a list, which may be 0; undefined if the value is not an amount. */
export function moneyIn(value: unknown): Money | undefined {
	return anyAmount.safeParse(value).data;
}

/** One of several readings, as a message shows it: R1.50 or R1 500.00. */
function spelled({ rand, fraction }: WrittenAmount): string {
	return groupDigits(`${rand}.${fraction.padEnd(2, '0')}`);
}

/** An amount that is paid, given back or charged, as `money` reads it: at most R1 000 000 000.00. */
export const paymentAmount = (label: string) => money(label, { most: largestPayment });

/** The same for a payout. */
export const payoutAmount = (label: string) =>
	money(label, { most: largestPayment, ifNothing: leaveItOut, ifNegative: subtractIt });

/** An amount in cents as people read it, so that nobody has to count digits: 123450 is `R1 234.50`. */
export function formatRand(cents: number): string {
	return `${cents < 0 ? '-' : ''}${groupDigits(randText({ cents: Math.abs(cents) }))}`;
}

/** An amount from Stitch as people read it: `R1 500.00`; undefined if there is none. */
export function amountInWords(value: unknown): string | undefined {
	const amount = moneyIn(value);
	return amount && formatRand(amount.cents);
}

/** As amounts are written in South Africa, with spaces at which no line breaks. */
function groupDigits(rand: string): string {
	return `R${rand.replace(/\B(?=(?:\d{3})+\.)/g, '\u00a0')}`;
}

/** The amount as text in rand with two decimals: `{ cents: 1050 }` is `10.50`. */
export function randText({ cents }: Money): string {
	return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

/** The amount as GraphQL takes it (public reference: `MoneyInput`). */
export function moneyInput(amount: Money) {
	return { quantity: randText(amount), currency };
}

/** Whole cents as a number in rand, as JSON has it; the nearest double prints as the exact decimal again. */
export function randOf(cents: number): number {
	return cents / 100;
}

/** A number in rand as whole cents, rounded where it has a fraction of a cent. */
export function centsOf(rand: number): number {
	return Math.round(rand * 100);
}
