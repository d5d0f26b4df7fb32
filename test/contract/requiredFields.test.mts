import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { resources } from '../../nodes/Stitch/catalogue/resources';
import type { Operation } from '../../nodes/Stitch/run/operation';
import { InvalidInput } from '../../nodes/Stitch/schemas/invalidInput';

const operations = resources.flatMap(({ value: resource, operations: all }) =>
	all.map((operation) => [`${resource}.${operation.value}`, operation] as const),
);

const chosen = ['boolean', 'multiOptions', 'number', 'options'];

/** All that nobody has filled in, with each choice of each drop-down once. */
function emptyItems({ form: { properties } }: Operation) {
	const defaults = Object.fromEntries(
		properties.map(({ name, type, default: value }) => [name, chosen.includes(type) ? value : '']),
	);
	const choices = properties.flatMap(({ name, type, options = [] }) =>
		type === 'options'
			? (options as INodePropertyOptions[]).map(({ value }) => ({ ...defaults, [name]: value }))
			: [],
	);
	return [defaults, ...choices];
}

/** The labels of fields that the operation rejects because they are empty. */
function rejectedIn({ form }: Operation, item: Record<string, unknown>): string[] {
	try {
		form.read({ get: (name) => item[name] });
		return [];
	} catch (cause) {
		if (!(cause instanceof InvalidInput)) throw cause;
		return cause.mistakes.filter(({ what }) => what === 'is empty').map(({ field }) => field);
	}
}

const isMarked = (properties: readonly INodeProperties[], label: string) =>
	properties.some(({ displayName, required }) => displayName === label && required === true);

it.each(operations)('marks as required what %s rejects if it is empty', (_, operation) => {
	const rejected = new Set(emptyItems(operation).flatMap((item) => rejectedIn(operation, item)));
	const unmarked = [...rejected].filter((label) => !isMarked(operation.form.properties, label));
	expect(unmarked).toEqual([]);
});
