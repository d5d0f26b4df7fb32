import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod/v4';

import { holdsHalf, wholeCharacter } from '../../schemas/characters';
import { asText, shown } from '../../schemas/asText';
import { reject } from '../../schemas/invalidInput';
import { field } from '../../schemas/formFields';
import { asFields } from '../../transport/json';

/**
 * The user's own data; for a collection of optional fields.
 * @param how what is nested in it is sent
 */
export const metadataField = (how: { nested: 'asIs' | 'asText' }) =>
	field(
		{
			displayName: 'Metadata',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			placeholder: 'Add entry',
			default: {},
			description:
				'Your own data, such as a department. Stitch keeps it and returns it when this is read again.',
			options: [
				{
					displayName: 'Entry',
					name: 'entry',
					values: [
						{
							displayName: 'Key',
							name: 'key',
							type: 'string',
							default: '',
							placeholder: 'e.g. department',
							description: 'The name of the value',
						},
						{
							displayName: 'Value',
							name: 'value',
							type: 'string',
							default: '',
							placeholder: 'e.g. sales',
							description: 'The value itself. An expression can also return an object or a list.',
						},
					],
				},
			],
			at: 'metadata',
		},
		z
			.unknown()
			.transform((value): unknown => asFields(value).entry)
			.pipe(metadata(how)),
	);

/**
 * Free key/value data of one object, entered as pairs.
 * @param nested how objects and lists inside are sent: the service takes them as they are
 * (companion spec 2.1, 2.2) or as JSON text only (spec 2.1)
 */
export function metadata({ nested }: { nested: 'asIs' | 'asText' }) {
	return z.unknown().transform((pairs, context): IDataObject | undefined => {
		const no = (what: string, fix: string) => reject(context, 'Metadata', what, fix);
		if (pairsOf(pairs).some(({ key }) => typeof key === 'object' && key !== null)) {
			return no('has a key that is not text', 'Enter each key as text.');
		}
		const entries = readPairs(pairs);
		const keys = entries.map(([key]) => key);
		if (keys.includes('')) return no('has a value without a key', 'Enter a key for each value.');
		const twice = keys.find((key, index) => keys.indexOf(key) !== index);
		if (twice !== undefined) return no(`has the key "${shown(twice)}" twice`, 'Use each key once.');
		const cut = entries.find((entry) => holdsHalf(entry));
		if (cut !== undefined) {
			const where = `in "${shown(cut[0])}" (an emoji cut in two?)`;
			return no(`contains half a character ${where}`, wholeCharacter);
		}
		if (entries.length === 0) return undefined;
		return Object.fromEntries(
			entries.map(([key, value]) => [key, nested === 'asText' ? flat(value) : value]),
		) as IDataObject;
	});
}

function readPairs(pairs: unknown): Array<[string, unknown]> {
	return pairsOf(pairs).map(({ key, value }) => [asText(key) ?? '', value ?? '']);
}

function pairsOf(pairs: unknown): Array<{ key?: unknown; value?: unknown }> {
	return Array.isArray(pairs) ? pairs : [];
}

function flat(value: unknown): unknown {
	return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}
