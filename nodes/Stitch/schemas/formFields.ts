import type { INodePropertyOptions } from 'n8n-workflow';
import type { z } from 'zod/v4';

import { knowField } from '../transport/fieldNames';
import type { Dated } from './dateTime';
import { asText } from './asText';
import { chooseFrom, optionalChoice, type Choice } from './choice';
import { check, InvalidInput, required } from './invalidInput';
import { wholeNumber } from './wholeNumber';
import { yesNo } from './yesNo';
import { panelLabel, type Field, type Words } from './form';

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

type ChoiceWords<Value extends string> = Omit<Words, 'type' | 'options'> & {
	options: Array<INodePropertyOptions & Choice<Value>>;
};

export function choice<const Value extends string>(words: ChoiceWords<Value>): Field<Value> {
	const { displayName: label, options, noDataExpression } = words;
	const fix = chooseFrom(options, noDataExpression !== true);
	const rule = required(label, fix, optionalChoice(label, options, fix));
	return field({ type: 'options', ...words }, rule);
}

/** A drop-down that may be left empty. */
export function choiceOrNone<const Value extends string>(
	words: ChoiceWords<Value>,
): Field<Value | undefined> {
	return field({ type: 'options', ...words }, optionalChoice(words.displayName, words.options));
}

/** A field for a date; its rule needs to know where and when it is read. */
export function dateField(
	words: WordsOf<'string'>,
	rule: (label: string) => z.ZodType<string | undefined, Dated>,
): Field<string | undefined> {
	const dated = rule(words.displayName);
	return {
		...field({ type: 'dateTime', default: '', ...words }, dated),
		read: ({ raw, zone, now }, name) => check(dated, { value: raw(name), zone: zone(), now }),
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

/** What must not be empty once it has been added: an expression may have found nothing. */
export function ifAdded<Value>(
	of: Field<Value>,
	as: 'field' | 'filter' | 'option' = 'filter',
): Field<Value | undefined> {
	return {
		...of,
		read(from, name) {
			if (!from.has(name)) return undefined;
			if (asText(from.raw(name)) !== undefined) return of.read(from, name);
			const label = panelLabel(of);
			const fix = `Enter a value, or remove the ${as}.`;
			throw new InvalidInput([{ field: label, what: 'is empty', fix }]);
		},
	};
}

/** A field that means its default if it is empty, such as an option that nobody has added. */
export function orDefault<Value>(of: Field<Value>): Field<Value> {
	return {
		...of,
		read(from, name) {
			const isEmpty = asText(from.raw(name)) === undefined;
			const raw = isEmpty ? () => of.properties(name)[0]?.default : from.raw;
			return of.read({ ...from, raw }, name);
		},
	};
}

/** A field that another operation describes in different words. */
export function described<Value>(description: string, of: Field<Value>): Field<Value> {
	return {
		...of,
		properties: (name) => of.properties(name).map((one) => ({ ...one, description })),
	};
}

/** A field whose value is turned into another. */
export function turned<Value, Into>(of: Field<Value>, turn: (value: Value) => Into): Field<Into> {
	return { ...of, read: (from, name) => turn(of.read(from, name)) };
}
