import { cut, maskNumbers } from '../transport/wording';
import { showsNothing } from './characters';

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

/** Completes a message about a value that the field does not offer. */
export function cannotBe(value: unknown): string {
	return asText(value) === undefined ? 'is empty' : `cannot be ${shown(value)}`;
}
