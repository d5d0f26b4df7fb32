import type { INodeProperties } from 'n8n-workflow';

import { InvalidInput, type Mistake } from './invalidInput';

/** The source of a form's values: an item, or a row of a list. */
export interface Source {
	get(name: string): unknown;
	/** IANA name of the zone of dates without one: the workflow's. */
	readonly timezone?: string;
}

export interface ReadFrom {
	/** The values around the field: those of the operation, or of a collection. */
	raw(name: string): unknown;
	/** Whether a value exists, even an empty one: the values of a collection are added one by one. */
	has(name: string): boolean;
	/** The value of one of the operation's own fields, checked if it was checked before. */
	operationValue(name: string): unknown;
	/** Passes the choice in a drop-down of the operation to the fields that depend on it. */
	choose(name: string, value: unknown): void;
	/** IANA name of the zone of dates without one. */
	zone(): string;
	/** Milliseconds since the epoch. */
	readonly now: number;
}

/** How the panel shows a field. Its name is its key in the form. */
export type Words = Omit<INodeProperties, 'name'> & {
	/** The end of its place in requests, such as `beneficiary.name`. */
	at?: string | string[];
};

/** One field of an operation, or several that belong together: how they are shown and read. */
export interface Field<Value = unknown> {
	properties(name: string): INodeProperties[];
	/** The fields under "Options", to which the engine adds its own. */
	readonly options?: INodeProperties[];
	/** @throws {InvalidInput} with every mistake in it */
	read(from: ReadFrom, name: string): Value;
}

export type Fields = Record<string, Field>;

/** The fields of an operation, from which the panel is shown and an item is read. */
export interface Form<Values = unknown> {
	/** In the order of the panel, without Options. */
	readonly properties: INodeProperties[];
	/** The fields under "Options". */
	readonly options: INodeProperties[];
	/** @throws {InvalidInput} with every mistake in the item */
	read(source: Source, circumstances?: Circumstances): Values;
}

export type ValuesOf<F extends Fields> = { [Name in keyof F]: ValueOf<F[Name]> };

export type ValueOf<F extends Field> = F extends Field<infer Value> ? Value : never;

export type ReadBy<Of extends Form> = ReturnType<Of['read']>;

/** Finds mistakes in the combination of values, once each has been checked. */
export type Together<F extends Fields> = (values: ValuesOf<F>) => Mistake[];

/**
 * The fields of an operation, in the order of the panel. Their rules are made once, with them: that takes
 * longer than to check a value.
 */
export function form<F extends Fields>(
	fields: F,
	together: Together<F> = () => [],
): Form<ValuesOf<F>> {
	return {
		properties: propertiesOf(fields),
		options: Object.values(fields).flatMap(({ options = [] }) => options),
		read(source, { now = 0, mistakes = [], instead = {} } = {}) {
			const zone = () => source.timezone ?? 'UTC';
			// n8n takes time for an expression, and it may return a different value the next time.
			const raw = memoized((name) => (name in instead ? instead[name] : source.get(name)));
			const checked = new Map<string, unknown>();
			const chosen = new Map<string, unknown>();
			const operationValue = (name: string) => {
				const known = [chosen, checked].find((values) => values.has(name));
				return known === undefined ? raw(name) : known.get(name);
			};
			const choose = (name: string, value: unknown) => void chosen.set(name, value);
			const from: ReadFrom = { raw, has: () => true, operationValue, choose, zone, now };
			return readAll(fields, from, { together, mistakes, checked });
		},
	};
}

/** Further data for reading a form, besides the item. */
interface Circumstances {
	/** Milliseconds since the epoch; needed where a date must be in the future. */
	now?: number;
	/** Found outside the form, and reported together with its own. */
	mistakes?: Mistake[];
	/** Values that replace an item's own. */
	instead?: Record<string, unknown>;
}

export function propertiesOf(fields: Fields): INodeProperties[] {
	return Object.entries(fields).flatMap(([name, field]) => field.properties(name));
}

export function panelLabel(field: Field): string {
	return field.properties('')[0]?.displayName ?? '';
}

function mistakesIn(cause: unknown): Mistake[] {
	if (cause instanceof InvalidInput) return cause.mistakes;
	throw cause;
}

/** @throws {InvalidInput} with the mistakes of all fields, not only of the first */
export function readAll<F extends Fields>(
	fields: F,
	from: ReadFrom,
	{
		together = () => [],
		mistakes: outside = [],
		checked = new Map(),
	}: {
		together?: Together<F>;
		mistakes?: Mistake[];
		checked?: Map<string, unknown>;
	} = {},
): ValuesOf<F> {
	const mistakes: Mistake[] = [];
	for (const [name, field] of Object.entries(fields)) {
		try {
			checked.set(name, field.read(from, name));
		} catch (cause) {
			mistakes.push(...mistakesIn(cause));
		}
	}
	const values = Object.fromEntries(checked) as ValuesOf<F>;
	if (mistakes.length === 0) mistakes.push(...together(values));
	mistakes.push(...outside);
	if (mistakes.length > 0) throw new InvalidInput(mistakes);
	return values;
}

function memoized(read: (name: string) => unknown): (name: string) => unknown {
	const values = new Map<string, unknown>();
	return (name) => {
		if (!values.has(name)) values.set(name, read(name));
		return values.get(name);
	};
}
