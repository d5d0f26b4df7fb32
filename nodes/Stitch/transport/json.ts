import type { IDataObject } from 'n8n-workflow';

/** A value that is an object and no list; undefined for any other. */
export function asJsonObject(value: unknown): IDataObject | undefined {
	return typeof value === 'object' && value !== null && !Array.isArray(value)
		? (value as IDataObject)
		: undefined;
}

/** As `asJsonObject`, for values whose fields are optional anyway: none where there is no object. */
export function asFields(value: unknown): IDataObject {
	return asJsonObject(value) ?? {};
}
