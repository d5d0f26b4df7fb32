import type { IDataObject } from 'n8n-workflow';

import { asText } from './field';

/** A value that is an object and no list; nothing for any other. */
export function asJsonObject(value: unknown): IDataObject | undefined {
	return typeof value === 'object' && value !== null && !Array.isArray(value)
		? (value as IDataObject)
		: undefined;
}

/**
 * The object that a JSON field holds: text, or the object itself as an expression gives it.
 * @returns an empty object for an empty field; nothing for what is no JSON object
 */
export function readJsonObject(value: unknown): IDataObject | undefined {
	try {
		return asJsonObject(JSON.parse(asText(value) ?? '{}'));
	} catch {
		return undefined;
	}
}
