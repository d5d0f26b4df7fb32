import type { INodeProperties } from 'n8n-workflow';

import { bankOptions, payerBanks } from '../../schemas/banks';
import { metadataFields } from '../fields/metadata';

/** The optional fields of Payment Request → Create, in alphabetical order. */
export const additionalFields: INodeProperties = {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	placeholder: 'Add field',
	default: {},
	options: [
		{
			displayName: 'Beneficiary Reference',
			name: 'beneficiaryReference',
			type: 'string',
			default: '',
			placeholder: 'e.g. Order 1017',
			description:
				'Shown on the bank statement of the account that the money goes to, at most 20 characters. For Pay by Bank only.',
		},
		{
			displayName: 'Expire At',
			name: 'expireAt',
			type: 'dateTime',
			default: '',
			description: 'When the link expires; one day from now if left empty',
		},
		{
			displayName: 'Failure Redirect URL',
			name: 'failureRedirectUrl',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://shop.example.com/not-paid',
			description:
				'Where a payer who has not paid is sent; Redirect URL is then for those who have. Its domain must be on the list of your client at Stitch.',
		},
		...metadataFields,
		{
			displayName: 'Payer Account Created Date',
			name: 'payerAccountCreatedDate',
			type: 'dateTime',
			default: '',
			description: "The day on which the payer's account was created with you",
		},
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
			description:
				'A document that identifies the payer. The Verified Flow of Capitec Pay needs it.',
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
		{
			displayName: 'Restrict Payer Bank',
			name: 'restrictPayerBank',
			type: 'options',
			options: bankOptions(payerBanks),
			default: '',
			description: 'The only bank that Pay by Bank accepts; other ways to pay are not affected',
		},
		{
			displayName: 'Split Settlement',
			name: 'splitSettlement',
			type: 'fixedCollection',
			placeholder: 'Add part',
			default: {},
			description: 'A part of the payment that goes to another merchant',
			options: [
				{
					displayName: 'Part',
					name: 'part',
					values: [
						{
							displayName: 'Split Amount',
							name: 'amount',
							type: 'string',
							default: '',
							placeholder: 'e.g. 100.50',
							description: 'In rand (ZAR), at most the whole amount',
						},
						{
							displayName: 'Split Merchant ID',
							name: 'merchantId',
							type: 'string',
							default: '',
							placeholder: 'e.g. bWVyY2hhbnQ6Mg==',
							description: 'The ID that Stitch gave the merchant who gets this part',
						},
					],
				},
			],
		},
	],
};
