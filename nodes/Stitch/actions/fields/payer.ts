import type { INodeProperties } from 'n8n-workflow';

/** Who pays, beside your own ID for them; for a collection of optional fields. */
export const payerFields: INodeProperties[] = [
	{
		displayName: 'Payer Email',
		name: 'payerEmail',
		type: 'string',
		default: '',
		placeholder: 'e.g. name@example.com',
		description: 'The email address of the payer',
	},
	{
		displayName: 'Payer Full Name',
		name: 'payerFullName',
		type: 'string',
		default: '',
		placeholder: 'e.g. N Dlamini',
		description: 'First and last name of the payer',
	},
	{
		displayName: 'Payer Identifying Document',
		name: 'payerIdentifyingDocument',
		type: 'fixedCollection',
		placeholder: 'Add document',
		default: {},
		description: 'A document that identifies the payer. The Verified Flow of Capitec Pay needs it.',
		options: [
			{
				displayName: 'Document',
				name: 'document',
				values: [
					{
						displayName: 'Document Country',
						name: 'country',
						type: 'string',
						default: 'ZA',
						placeholder: 'e.g. ZA',
						description: 'The two-letter code of the country that issued the document',
					},
					{
						displayName: 'Document Number',
						name: 'number',
						type: 'string',
						default: '',
						placeholder: 'e.g. 1234567890123',
						description: 'The number on the document',
					},
					{
						displayName: 'Document Type',
						name: 'type',
						type: 'options',
						options: [
							{ name: 'Identity Document', value: 'identity_document' },
							{ name: 'Passport', value: 'passport' },
							{ name: 'Temporary Residence', value: 'temporary_residence' },
						],
						default: 'identity_document',
						description: 'The kind of document',
					},
				],
			},
		],
	},
	{
		displayName: 'Payer Mobile Number',
		name: 'payerMobileNumber',
		type: 'string',
		default: '',
		placeholder: 'e.g. +27820000000',
		description: 'The mobile phone number of the payer',
	},
];
