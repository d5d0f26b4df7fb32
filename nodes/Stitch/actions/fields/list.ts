import type { INodeProperties } from 'n8n-workflow';
import type { z } from 'zod/v4';

import type { Item } from '../../run/item';
import { asText, check, wholeNumber, yesNo } from '../../schemas/field';

/** Return All and Limit, as every n8n node with a list has them. */
export const listFields: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
		displayOptions: { show: { returnAll: [false] } },
	},
];

/** The "Filters" of a list. */
export function filtersField(options: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add filter',
		default: {},
		options,
	};
}

/** A filter of a list by the nonce of what is listed. */
export function nonceFilter(noun: string): INodeProperties {
	return {
		displayName: 'Nonce',
		name: 'nonce',
		type: 'string',
		default: '',
		placeholder: 'e.g. 3f0e8a52-7c1d-5b64-9e0a-1d2c3b4a5f60',
		description: `Only the ${noun} with this nonce, as in the details of a failed item. With By My Own Key, it is that key.`,
	};
}

/**
 * Reads and checks the filters and the limit of a list. An empty filter is rejected: it would let
 * everything through, although an expression may only have found nothing.
 * @param field the "Filters" of the panel
 * @param more values that are no filters, or that are made of several
 * @throws {InvalidInput}
 */
export function readFilters<Rules extends z.ZodType>(
	item: Item,
	{ options = [] }: INodeProperties,
	rules: Rules,
	more: object = {},
): z.output<Rules> {
	const filters = item.collection('filters');
	const empty = (options as INodeProperties[])
		.filter(({ name }) => name in filters && asText(filters[name]) === undefined)
		.map(({ displayName }) => ({
			field: displayName,
			what: 'is empty',
			fix: 'Enter a value, or remove the filter.',
		}));
	return check(rules, { ...filters, limit: rawLimit(item), ...more }, empty);
}

/**
 * How many records the item asks for, to be checked with `limit`.
 * @throws {InvalidInput} when Return All cannot be read
 */
export function rawLimit(item: Item): unknown {
	return yesNo('Return All', item.get('returnAll'), false) ? Infinity : item.get('limit');
}

/** How many records of a list to read; Infinity for all. */
export const limit = wholeNumber('Limit', 1);
