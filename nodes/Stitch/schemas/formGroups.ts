import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { asFields, asJsonObject } from '../transport/json';
import { asText } from './asText';
import { InvalidInput } from './invalidInput';
import { yesNo } from './yesNo';
import {
	propertiesOf,
	readAll,
	type Field,
	type Fields,
	type ReadFrom,
	type Together,
	type ValuesOf,
	type Words,
} from './form';
import { switchField, type WordsOf } from './formFields';

type Condition = NonNullable<IDisplayOptions['show']>;

/**
 * A field that is shown only if other fields have these values. A hidden field is not read.
 * @param show values of fields of the operation; inside of a collection, their names begin with `/`
 */
export function only<Value>(show: Condition, of: Field<Value>): Field<Value | undefined> {
	return {
		properties: (name) => shownUnder({ show }, of.properties(name)),
		read: (from, name) => (isMet(show, from) ? of.read(from, name) : undefined),
	};
}

/** A field that is hidden, and not read, if other fields have these values. */
export function unless<Value>(hide: Condition, of: Field<Value>): Field<Value | undefined> {
	return {
		properties: (name) => shownUnder({ hide }, of.properties(name)),
		read: (from, name) => (isMet(hide, from) ? undefined : of.read(from, name)),
	};
}

/** A field with two versions: the first if other fields have these values, otherwise the second. */
export function either<One, Other>(
	condition: Condition,
	one: Field<One>,
	other: Field<Other>,
): Field<One | Other> {
	const [first, second] = [only(condition, one), unless(condition, other)];
	return {
		properties: (name) => [...first.properties(name), ...second.properties(name)],
		read: (from, name) => (isMet(condition, from) ? one : other).read(from, name),
	};
}

function shownUnder(displayOptions: IDisplayOptions, properties: INodeProperties[]) {
	return properties.map((one): INodeProperties => ({
		...one,
		displayOptions: {
			...((displayOptions.show ?? one.displayOptions?.show) && {
				show: { ...one.displayOptions?.show, ...displayOptions.show },
			}),
			...((displayOptions.hide ?? one.displayOptions?.hide) && {
				hide: { ...one.displayOptions?.hide, ...displayOptions.hide },
			}),
		},
	}));
}

function isMet(condition: Condition, { operationValue }: ReadFrom): boolean {
	return Object.entries(condition).every(([name, wanted]) =>
		[operationValue(name.replace(/^\//, ''))]
			.flat()
			.some((value) => (wanted as unknown[]).includes(value)),
	);
}

type Variant<Cases extends Record<string, Fields>> = {
	[Name in keyof Cases]: { type: Name } & ValuesOf<Cases[Name]>;
}[keyof Cases];

/**
 * A drop-down with the fields that belong to each of its choices.
 * @param name of the drop-down
 * @param of for each choice, its fields
 */
export function variant<Cases extends Record<string, Fields>>(
	name: string,
	chosen: Field<keyof Cases & string>,
	of: Cases,
): Field<Variant<Cases>> {
	const cases = casesOf(name, of);
	return {
		properties: () => [...chosen.properties(name), ...cases.properties(name)],
		read(from) {
			from.choose(name, chosen.read(from, name));
			return cases.read(from, name);
		},
	};
}

/** The fields that belong to each choice of a drop-down further up. */
export function casesOf<Cases extends Record<string, Fields>>(
	name: string,
	of: Cases,
): Field<Variant<Cases>> {
	return {
		properties: () =>
			Object.entries(of).flatMap(([one, fields]) =>
				shownUnder({ show: { [name]: [one] } }, propertiesOf(fields)),
			),
		read(from) {
			const type = from.operationValue(name);
			const fields = of[type as keyof Cases];
			// The drop-down itself is wrong, and has its own mistake.
			if (fields === undefined) throw new InvalidInput([]);
			return { type, ...readAll(fields, from) } as Variant<Cases>;
		},
	};
}

/** A switch with the fields that belong to it; undefined where it is off or empty. */
export function switchedOn<F extends Fields>(
	name: string,
	words: WordsOf<'boolean'>,
	fields: F,
): Field<ValuesOf<F> | undefined> {
	return {
		properties: () => [
			...switchField(words).properties(name),
			...shownUnder({ show: { [name]: [true] } }, propertiesOf(fields)),
		],
		read: (from) =>
			yesNo(words.displayName, from.raw(name), false) ? readAll(fields, from) : undefined,
	};
}

/** Fields of which one decides whether the others are read: undefined if that one is empty. */
export function filledWith<F extends Fields>(
	decisive: keyof F & string,
	fields: F,
): Field<ValuesOf<F> | undefined> {
	return {
		properties: () => propertiesOf(fields),
		read: (from) => (asText(from.raw(decisive)) === undefined ? undefined : readAll(fields, from)),
	};
}

type Outer = Omit<Words, 'type' | 'options' | 'at'>;

/** Fields that are added one by one. */
export function collection<F extends Fields>(
	words: Outer,
	fields: F,
	together?: Together<F>,
): Field<ValuesOf<F>> {
	return {
		properties: (name) => [{ ...words, name, type: 'collection', options: propertiesOf(fields) }],
		read: (from, name) => readAll(fields, inside(from, asFields(from.raw(name))), { together }),
	};
}

/**
 * Fields that are added together; undefined if they were not added.
 * @param words with the name and the label that n8n has for them
 */
export function group<F extends Fields>(
	{ group: inner, ...words }: Outer & { group: { displayName: string; name: string } },
	fields: F,
): Field<ValuesOf<F> | undefined> {
	const options = [{ ...inner, values: propertiesOf(fields) }];
	return {
		properties: (name) => [{ ...words, name, type: 'fixedCollection', options }],
		read(from, name) {
			const given = asJsonObject(asFields(from.raw(name))[inner.name]);
			return given && readAll(fields, inside(from, given));
		},
	};
}

/** Fields under "Options", to which the engine adds its own. */
export function options<F extends Fields>(fields: F): Field<ValuesOf<F>> {
	return {
		properties: () => [],
		options: propertiesOf(fields),
		read: (from) => readAll(fields, inside(from, asFields(from.raw('options')))),
	};
}

/**
 * Reads fields from values that n8n has evaluated already, such as the options of a run.
 * @throws {InvalidInput} with every mistake in them
 */
export function readFrom<F extends Fields>(
	fields: F,
	values: Record<string, unknown>,
): ValuesOf<F> {
	const operationValue = (name: string) => values[name];
	const from = { operationValue, choose: () => {}, zone: () => 'UTC', now: 0 };
	return readAll(fields, inside(from, values));
}

function inside(from: Omit<ReadFrom, 'raw' | 'has'>, given: Record<string, unknown>): ReadFrom {
	return { ...from, raw: (name) => given[name], has: (name) => name in given };
}
