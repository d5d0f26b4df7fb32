import type { INodeProperties } from 'n8n-workflow';
import type { z } from 'zod/v4';

import { knowField } from '../transport/fieldNames';
import type { Dated } from './dateTime';
import { asText, check, InvalidInput, wholeNumber, yesNo } from './field';
import type { Field, Words } from './form';

/** A field with one value and the rule for it. */
export function field<Value>({ at, ...words }: Words, rule: z.ZodType<Value>): Field<Value> {
	for (const place of [at ?? []].flat()) knowField(place, words.displayName);
	return {
		properties: (name) => [{ ...words, name }],
		read: ({ raw }, name) => check(rule, raw(name)),
	};
}

export type WordsOf<Type extends string> = Omit<Words, 'type' | 'default'> & {
	default?: Type extends 'boolean' ? boolean : Type extends 'number' ? number : string;
};

/** A field for a text; its rule is made with its label. */
export function textField<Value>(
	words: WordsOf<'string'>,
	rule: (label: string) => z.ZodType<Value>,
): Field<Value> {
	return field({ type: 'string', default: '', ...words }, rule(words.displayName));
}

/** A drop-down as `choiceField` makes it, with one of its rules. */
export function choice<Value>(
	property: INodeProperties,
	rule: z.ZodType<Value>,
	at?: Words['at'],
): Field<Value> {
	return field({ ...property, at }, rule);
}

/** A field for a date; its rule needs to know where and when it is read. */
export function dateField(
	words: WordsOf<'string'>,
	rule: (label: string) => z.ZodType<string | undefined, Dated>,
): Field<string | undefined> {
	const dated = rule(words.displayName);
	return {
		...field({ type: 'dateTime', default: '', ...words }, dated),
		read: ({ raw, zone, now }, name) => check(dated, { value: raw(name), zone, now }),
	};
}

/** A switch; an empty one means its default. */
export function switchField(words: WordsOf<'boolean'>): Field<boolean> {
	const { displayName, default: otherwise = false } = words;
	return {
		properties: (name) => [{ type: 'boolean', ...words, default: otherwise, name }],
		read: ({ raw }, name) => yesNo(displayName, raw(name), otherwise),
	};
}

/** A field for a whole number within bounds. */
export function numberField(
	words: WordsOf<'number'> & { default: number },
	{ least, most }: { least: number; most?: number },
): Field<number> {
	const bounds = { minValue: least, ...(most !== undefined && { maxValue: most }) };
	return field(
		{ type: 'number', typeOptions: bounds, ...words },
		wholeNumber(words.displayName, least, most),
	);
}

/** A sentence of the panel, which has no value. */
export function notice(displayName: string): Field<undefined> {
	return {
		properties: (name) => [{ displayName, name, type: 'notice', default: '' }],
		read: () => undefined,
	};
}

/** A field that the panel already has as n8n takes it; its value is read with a rule. */
export function asShown<Value>(
	property: INodeProperties,
	rule: z.ZodType<Value>,
	at?: Words['at'],
): Field<Value> {
	for (const place of [at ?? []].flat()) knowField(place, property.displayName);
	return {
		properties: () => [property],
		read: ({ raw }) => check(rule, raw(property.name)),
	};
}

/** A field of a collection that must not be empty once it has been added. */
export function ifAdded<Value>(of: Field<Value>): Field<Value | undefined> {
	return {
		...of,
		read(from, name) {
			if (!from.has(name)) return undefined;
			if (asText(from.raw(name)) !== undefined) return of.read(from, name);
			const label = of.properties(name)[0]?.displayName ?? name;
			const fix = 'Enter a value, or remove the filter.';
			throw new InvalidInput([{ field: label, what: 'is empty', fix }]);
		},
	};
}

/** A field whose value is turned into another. */
export function turned<Value, Into>(of: Field<Value>, turn: (value: Value) => Into): Field<Into> {
	return { ...of, read: (from, name) => turn(of.read(from, name)) };
}
