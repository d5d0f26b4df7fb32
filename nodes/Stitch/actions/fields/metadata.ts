import type { IDataObject, INodeProperties } from 'n8n-workflow';

/** The user's own data, as pairs or as JSON; for a collection of optional fields. */
export const metadataFields: INodeProperties[] = [
	{
		displayName: 'Metadata',
		name: 'metadata',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add entry',
		default: {},
		description:
			'Data of your own, such as a department. Stitch keeps it and returns it when this is read again; it changes nothing else.',
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
						description: 'The value itself',
					},
				],
			},
		],
	},
	{
		displayName: 'Metadata (JSON)',
		name: 'metadataJson',
		type: 'json',
		default: '{}',
		placeholder: 'e.g. {"department": "sales"}',
		description: 'The same as one JSON object, for data that comes from other nodes',
	},
];

/** The content of a collection with these fields, to be checked with `schemas/metadata`. */
export function rawMetadata({ metadata, metadataJson }: IDataObject) {
	return { pairs: (metadata as IDataObject | undefined)?.entry, json: metadataJson };
}
