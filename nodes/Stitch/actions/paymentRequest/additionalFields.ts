import type { INodeProperties } from 'n8n-workflow';

import { bankOptions, payerBanks } from '../../schemas/banks';
import { metadataField } from '../fields/metadata';
import { payerField } from '../fields/payer';
import { additionalFields } from '../fields/payment';
import { redirectUrlField } from '../payerReturn/returnFields';

/** The optional fields of Payment Request → Create, in alphabetical order. */
export const optionalFields: INodeProperties = additionalFields([
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
	metadataField,
	payerField([
		{
			displayName: 'Payer Account Created Date',
			name: 'accountCreatedDate',
			type: 'dateTime',
			default: '',
			description: 'The day on which the payer opened their account with you',
		},
	]),
	{
		displayName: 'Redirect',
		name: 'redirect',
		type: 'fixedCollection',
		placeholder: 'Add redirect',
		// Adding it shows the fields at once.
		default: { addresses: {} },
		description:
			'Where the payment page sends the payer back to. The domain must be on the list of your client at Stitch.',
		options: [
			{
				displayName: 'Addresses',
				name: 'addresses',
				values: [
					{
						...redirectUrlField('Where the payment page sends the payer back to'),
						displayOptions: { hide: { '/returnToThisWorkflow': [true] } },
					},
					{
						displayName: 'Failure Redirect URL',
						name: 'failureRedirectUrl',
						type: 'string',
						default: '',
						placeholder: 'e.g. https://shop.example.com/not-paid',
						description:
							'Where payers who have not paid are sent. Redirect URL is then for those who have.',
					},
				],
			},
		],
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
]);
