import type { IDataObject } from 'n8n-workflow';

/** A value that is an object and not a list; undefined for any other value. */
export function asJsonObject(value: unknown): IDataObject | undefined {
	return typeof value === 'object' && value !== null && !Array.isArray(value)
		? (value as IDataObject)
		: undefined;
}

/** As `asJsonObject`, for values whose fields are all optional: empty if it is not an object. */
export function asFields(value: unknown): IDataObject {
	return asJsonObject(value) ?? {};
}

/** A value that is text, trimmed; undefined for an empty one and for any other value. */
export function textOf(value: unknown): string | undefined {
	return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** The parts of a text, separated by commas, spaces or line breaks; none for any other value. */
export function partsOf(value: unknown): string[] {
	return typeof value === 'string' ? value.split(/[\s,]+/).filter((part) => part !== '') : [];
}

export function withoutUndefined(fields: object): IDataObject {
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
