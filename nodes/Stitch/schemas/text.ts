import { DateTime } from 'luxon';
import { z } from 'zod/v4';

import { asText } from './asText';
import { firstHalf, wholeCharacter } from './characters';
import { reject, required } from './invalidInput';

export interface TextRules {
	/** The maximum number of characters; an emoji counts as one. */
	max?: number;
	/** The option that shortens what is longer, if there is one. */
	shortenedBy?: string;
	/** A pattern that the text must match, with the words for it. */
	pattern?: { is: RegExp; what: string; fix: string };
}

/** A missing value is often missing in its column. */
const fillIn = 'Enter it, or fill in the column that it comes from.';

/** A text field that may be left empty; empty and absent are the same. Numbers are read as text. */
export function optionalText(label: string, rules: TextRules = {}) {
	return oneText(label).transform((text, context): string | undefined =>
		text === undefined ? undefined : checkText(label, text, rules, context),
	);
}

/** A text field that must be filled in. */
export function text(label: string, rules: TextRules = {}) {
	return required(label, fillIn, optionalText(label, rules));
}

/** An email address that may be left empty. */
export const email = (label: string) =>
	optionalText(label, {
		pattern: {
			is: z.regexes.email,
			what: 'is not an email address',
			fix: 'Write it like name@example.com, one address only.',
		},
	});

/** One text in whole characters: no list, no object, no date; undefined for an empty one. */
export function oneText(label: string) {
	return z.unknown().transform((value, context): string | undefined => {
		if (typeof value === 'object' && value !== null) return rejectObject(label, value, context);
		const half = firstHalf(String(value));
		if (half === undefined) return asText(value);
		return reject(
			context,
			label,
			`contains ${half.what} at position ${half.position} (an emoji cut in two?)`,
			wholeCharacter,
		);
	});
}

function rejectObject(label: string, value: object, context: z.RefinementCtx): never {
	if (value instanceof Date || DateTime.isDateTime(value)) {
		return reject(
			context,
			label,
			'is a date, not text',
			"Turn the date into text, for example with .toFormat('yyyy-MM-dd') or .toISO().",
		);
	}
	return reject(
		context,
		label,
		`is ${Array.isArray(value) ? 'a list' : 'an object'}, not text`,
		'Enter one value, for example {{ $json.name }} where the column is called name.',
	);
}

function checkText(
	label: string,
	given: string,
	{ max = Infinity, shortenedBy, pattern }: TextRules,
	context: z.RefinementCtx,
): string {
	const { length } = [...given];
	if (length > max) {
		return reject(
			context,
			label,
			`can have at most ${max} characters and has ${length}`,
			`Shorten it to ${max} characters${shortenedBy ? `, or turn on '${shortenedBy}' under Options` : ''}.`,
		);
	}
	if (pattern !== undefined && !pattern.is.test(given)) {
		return reject(context, label, pattern.what, pattern.fix);
	}
	return given;
}
