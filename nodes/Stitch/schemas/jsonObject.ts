import type { IDataObject } from 'n8n-workflow';

import { asText } from './field';

/**
 * The object that a JSON field holds: text, or the object itself as an expression gives it.
 * @returns an empty object for an empty field; nothing for what is no JSON object
 */
export function readJsonObject(value: unknown): IDataObject | undefined {
	try {
		const read: unknown = JSON.parse(asText(value) ?? '{}');
		const isObject = typeof read === 'object' && read !== null && !Array.isArray(read);
		return isObject ? (read as IDataObject) : undefined;
	} catch {
		return undefined;
	}
}
