import { z } from 'zod/v4';

import { firstHalf, firstHidden, folded } from './characters';
import { asText, shown } from './asText';
import { reject, type Mistake } from './invalidInput';
import { optionalText, text, type TextRules } from './text';

/** Spreadsheets keep 15 digits of a number. */
const tooLong = 1e15;

/** As spreadsheets and JavaScript write a number that is too long for them, such as `2.02611E+11`. */
const shortenedNumber = /^[+-]?\d([.,]\d+)?E[+-]\d+$/i;

/** The texts that a spreadsheet shows in a cell that it cannot calculate. */
const cellError = /^#(N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!)$/i;

/**
 * What expressions write for a value that is missing or not text, alone or between other texts, as in
 * `salary-Invalid DateTime-17`: that would be the same reference in every month.
 */
const notMeantAsText =
	/(?<![A-Za-z0-9])(NaN|undefined|null|Invalid Date(Time)?)(?![A-Za-z0-9])|\[(object \w+|native code)\]/;

/**
 * Finds the mistake of a value that nobody typed, because a spreadsheet or an expression has replaced it.
 * Different texts can become the same one. If it identifies a payment, the second payment would count as
 * the first.
 */
function whyLost(label: string, value: unknown): Mistake | undefined {
	const given = asText(value) ?? '';
	if (typeof value === 'number' && Math.abs(value) >= tooLong) {
		return lostDigits(label, 'is a number with more than 15 digits, so its last digits were lost');
	}
	if (typeof value === 'number' && !Number.isInteger(value) && !Number.isNaN(value)) {
		return lostDigits(
			label,
			'is a number with decimals, whose last zeros are lost: 2026.10 is 2026.1',
		);
	}
	if (shortenedNumber.test(given)) return lostDigits(label, `was shortened: ${shown(given)}`);
	if (cellError.test(given)) {
		return {
			field: label,
			what: `is a formula that the spreadsheet could not calculate: ${given}`,
			fix: 'Fix the cell in the spreadsheet.',
		};
	}
	const fix = 'The expression or column that it comes from does not return text. Fix it.';
	// In every month, the same.
	if (typeof value === 'boolean') return { field: label, what: `is ${given}, not text`, fix };
	if (typeof value !== 'function' && !notMeantAsText.test(given)) return undefined;
	return { field: label, what: `is not usable text: ${shown(given)}`, fix };
}

function lostDigits(label: string, how: string): Mistake {
	return {
		field: label,
		what: how,
		fix: 'Format this column as text in the spreadsheet, and enter the values from your own list, with their zeros.',
	};
}

/**
 * A text that is on one line and completely visible: a reference or nonce that identifies a payment, an
 * account number, or a text that a bank prints. Texts that look the same are read as the same: white
 * space is one plain space, and letters with marks are composed (NFC). Invisible characters are rejected,
 * and so is a text that a spreadsheet has put in the place of another.
 */
export function visibleText(label: string, rules: TextRules = {}) {
	return z.preprocess(readVisible(label), text(label, rules));
}

/** As `visibleText`, for a field that may be left empty. */
export function optionalVisibleText(label: string, rules: TextRules = {}) {
	return z.preprocess(readVisible(label), optionalText(label, rules));
}

function readVisible(label: string) {
	return (value: unknown, context: z.RefinementCtx): unknown => {
		const lost = whyLost(label, value);
		if (lost !== undefined) return reject(context, label, lost.what, lost.fix);
		// The text field itself rejects values that are not text, are empty, or were cut.
		if (typeof value !== 'string' || asText(value) === undefined) return value;
		if (firstHalf(value) !== undefined) return value;
		const found = firstHidden(value);
		if (found === undefined) return folded(value);
		const { what, position } = found;
		return reject(
			context,
			label,
			`has ${what} at position ${position}`,
			'Delete it, or type the text again by hand: such characters are copied along with text from elsewhere.',
		);
	};
}

/**
 * A text cut to its first characters; anything else, and a text that is short enough, stays as it is.
 * Counted like the limits of `visibleText`: an emoji is one character, and white space is one space. A
 * text that `visibleText` rejects is not cut either: a line break may be a sign that two rows have become
 * one.
 */
export function shortened(value: unknown, max: number): unknown {
	if (typeof value !== 'string' || firstHidden(value) !== undefined) return value;
	const characters = [...folded(value.trim())];
	return characters.length > max ? characters.slice(0, max).join('').trimEnd() : value;
}
