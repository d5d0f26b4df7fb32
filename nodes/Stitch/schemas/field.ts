import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod/v4';

import { anyOf, cut, maskNumbers, quoted } from '../transport/wording';
import { firstHalf, showsNothing, wholeCharacter } from './characters';

/** A mistake in one field: what it is, and how to fix it. */
export interface Mistake {
	/** The field as the panel calls it. */
	field: string;
	/** The end of a sentence that begins with the field: `is empty`. */
	what: string;
	fix: string;
}

/** Why an item was not sent: a value, a limit of the user's, or another item of the same run. */
export type InputFailureKind =
	'duplicateInRun' | 'invalidField' | 'limitExceeded' | 'notFound' | 'notSent';

/** Thrown when a value prevents an item from being sent; nothing was sent for it. */
export class InvalidInput extends Error {
	override readonly name = 'InvalidInput';

	constructor(
		readonly mistakes: Mistake[],
		readonly kind: InputFailureKind = 'invalidField',
		/** Further facts for `details`. */
		readonly facts: IDataObject = {},
	) {
		super(mistakes.map(({ field, what }) => `${quoted(field)} ${what}`).join('; '));
	}
}

/**
 * A zod check that rejects a field with a mistake, worded for the person at the editor.
 * @param what completes a sentence that begins with the field
 */
export function reject(context: z.RefinementCtx, field: string, what: string, fix: string): never {
	const params = { field, fix };
	context.issues.push({ code: 'custom', message: what, params, input: context.value });
	return z.NEVER;
}

/**
 * Checks raw parameter values against a request body's schema.
 * @param alreadyFound mistakes found outside the schema, which are reported together with its own
 * @throws {InvalidInput} with every mistake in the item, not only the first
 */
export function check<Schema extends z.ZodType>(
	schema: Schema,
	raw: unknown,
	alreadyFound: Mistake[] = [],
): z.output<Schema> {
	const result = schema.safeParse(raw);
	if (result.success && alreadyFound.length === 0) return result.data;
	const inSchema = (result.error?.issues ?? []).map((issue): Mistake => {
		const { field = issue.path.join('.'), fix = '' } =
			issue.code === 'custom' ? ((issue.params ?? {}) as Partial<Mistake>) : {};
		return { field, what: issue.message, fix };
	});
	throw new InvalidInput([...inSchema, ...alreadyFound]);
}

export interface TextRules {
	/** The maximum number of characters; an emoji counts as one. */
	max?: number;
	/** The option that shortens what is longer, if there is one. */
	shortenedBy?: string;
	/** A pattern that the text must match, with the words for it. */
	pattern?: { is: RegExp; what: string; fix: string };
}

/** A text field that may be left empty; empty and absent are the same. Numbers are read as text. */
export function optionalText(label: string, rules: TextRules = {}) {
	return oneText(label).transform((text, context): string | undefined =>
		text === undefined ? undefined : checkText(label, text, rules, context),
	);
}

/** A missing value is often missing in its column. */
const fillIn = 'Enter it, or fill in the column that it comes from.';

/**
 * A field that must be filled in.
 * @param schema of the same field where it may be left empty
 */
export function required<Value>(label: string, fix: string, schema: z.ZodType<Value | undefined>) {
	return schema.transform(
		(value, context): Value => value ?? reject(context, label, 'is empty', fix),
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

/** A whole number within bounds; Infinity if the node sets it and there is no bound. */
export function wholeNumber(label: string, least: number, most = Infinity) {
	const bounds = most === Infinity ? `of at least ${least}` : `from ${least} to ${most}`;
	return z.unknown().transform((value, context): number => {
		const given = Number(asText(value));
		const isWhole = given === Infinity || Number.isSafeInteger(given);
		if (isWhole && given >= least && given <= most) return given;
		return reject(context, label, cannotBe(value), `Enter a whole number ${bounds}.`);
	});
}

/** The mistake of a value that is not one of the field's. */
function cannotBe(value: unknown): string {
	return asText(value) === undefined ? 'is empty' : `cannot be ${shown(value)}`;
}

/**
 * The value of a switch. An expression or a column may return it as text or as a number: true, yes and 1,
 * or false, no and 0, in upper or lower case.
 * @param whenEmpty what an empty field means; without it, an empty field is rejected
 * @throws {InvalidInput}
 */
export function yesNo(label: string, value: unknown, whenEmpty?: boolean): boolean {
	const given = asText(value) ?? '';
	if (given === '' && whenEmpty !== undefined) return whenEmpty;
	if (/^(true|yes|1)$/i.test(given)) return true;
	if (/^(false|no|0)$/i.test(given)) return false;
	const what = given === '' ? 'is empty' : `is neither true nor false: ${shown(value)}`;
	const fix = 'Use true or false.';
	throw new InvalidInput([{ field: label, what, fix }]);
}

/** One choice of a drop-down, as the editor shows it and as it is stored. */
export interface Choice<Value extends string = string> {
	name: string;
	value: Value;
}

/** The rule that a value is one of the drop-down's, or empty. */
export function optionalChoice<Value extends string>(
	label: string,
	choices: ReadonlyArray<Choice<Value>>,
	fix = chooseFrom(choices),
) {
	return oneText(label).transform((chosen, context): Value | undefined => {
		if (chosen === undefined) return undefined;
		const found = choices.find(({ value }) => value === chosen);
		return found?.value ?? reject(context, label, cannotBe(chosen), fix);
	});
}

/**
 * How to fix a choice. An expression can return a value that the drop-down does not offer, so the message
 * also names the stored values where the field takes one.
 */
export function chooseFrom(choices: readonly Choice[], takesExpression = true): string {
	const fix = `Choose ${anyOf(choices.map(({ name }) => name))}.`;
	if (!takesExpression) return fix;
	return `${fix} An expression must return ${anyOf(choices.map(({ value }) => value))}.`;
}

/** The text of a parameter value, trimmed; undefined if no character of it can be seen. */
export function asText(value: unknown): string | undefined {
	if (value === null || value === undefined) return undefined;
	if (typeof value === 'object') return JSON.stringify(value);
	const given = String(value).trim();
	return showsNothing(given) ? undefined : given;
}

/** A value as a message may show it: a column in the wrong field can contain account numbers. */
export function shown(value: unknown): string {
	return cut(maskNumbers(String(asText(value))), 40);
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
