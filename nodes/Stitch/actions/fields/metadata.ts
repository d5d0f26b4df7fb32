import type { IDataObject, INodeProperties } from 'n8n-workflow';

/** The user's own data; for a collection of optional fields. */
export const metadataField: INodeProperties = {
	displayName: 'Metadata',
	name: 'metadata',
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
					description: 'The value itself, also an object or a list that an expression returns',
				},
			],
		},
	],
};

/** The entries of a collection with this field, to be checked with `schemas/metadata`. */
export function rawMetadata({ metadata }: IDataObject): unknown {
	return (metadata as IDataObject | undefined)?.entry;
}
