import type { IDataObject } from 'n8n-workflow';

import { asJsonObject } from '../transport/json';
import { asText } from './field';

/**
 * The object that a JSON field holds: text, or the object itself as an expression gives it.
 * @returns an empty object for an empty field; undefined for anything that is not a JSON object
 */
export function readJsonObject(value: unknown): IDataObject | undefined {
	try {
		return asJsonObject(JSON.parse(asText(value) ?? '{}'));
	} catch {
		return undefined;
	}
}
