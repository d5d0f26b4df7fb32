import type { INodeProperties } from 'n8n-workflow';

import { bankOptions, payerBanks } from '../../schemas/bank';
import { choiceField } from '../../schemas/field';
import { bankField, bankLists } from '../fields/bank';
import { metadataField } from '../fields/metadata';
import { payerField } from '../fields/payer';
import {
	accountNumberField,
	amountField,
	additionalFields,
	beneficiaryNameField,
	merchantField,
} from '../fields/payment';
import { redirectUrlField } from '../fields/redirectUrl';
import { returnFields } from '../payerReturn/returnAddress';

/** The optional fields of Payment Request → Create, in alphabetical order. */
const optionalFields: INodeProperties = additionalFields([
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
			displayName: 'Payer Since',
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

/** The ways to pay (spec 2.3). */
export const waysToPay = [
	{
		name: 'ABSA Pay',
		value: 'absaEft',
		description: 'For customers of Absa; needs Pay by Bank as well',
	},
	{
		name: 'Capitec Pay',
		value: 'capitecPay',
		description:
			'For customers of Capitec; needs Pay by Bank as well. Its Verified Flow needs the document of the Payer, under Additional Fields.',
	},
	{ name: 'Card', value: 'card' },
	{ name: 'Crypto', value: 'crypto' },
	{
		name: 'Pay by Bank',
		value: 'eft',
		description:
			"Instant EFT from the payer's own bank, also by PayShap where Stitch has enabled it",
	},
] as const;

/** Where the money of a payment goes; the two exclude each other (spec 2.1, 2.3). */
export const settleTo = choiceField({
	displayName: 'Settle To',
	name: 'settleTo',
	type: 'options',
	options: [
		{
			name: 'Bank Account',
			value: 'bankAccount',
			description: 'Payments by bank go to the account below',
		},
		{
			name: 'Merchant',
			value: 'merchant',
			description: 'The payment goes to a merchant that Stitch has registered for your client',
		},
	],
	default: 'bankAccount',
	description:
		'Where the money goes. The details of a bank account are needed only for Pay by Bank.',
});

const byBank = { show: { paymentMethods: ['eft'] } };
const toBankAccount = { show: { paymentMethods: ['eft'], settleTo: ['bankAccount'] } };
const toMerchant = { show: { settleTo: ['merchant'] } };

/** The fields of Payment Request → Create; those for the simple case come first. */
export const paymentRequestFields: INodeProperties[] = [
	amountField,
	{
		displayName: 'External Reference',
		name: 'externalReference',
		type: 'string',
		default: '',
		placeholder: 'e.g. order-1017',
		description: 'Your own unique reference for this payment; it comes back with the payer',
	},
	{
		displayName: 'Payment Methods',
		name: 'paymentMethods',
		type: 'multiOptions',
		options: [...waysToPay],
		default: ['eft'],
		required: true,
		description: 'The ways to pay that the payment page offers',
	},
	{
		displayName: 'Payer Reference',
		name: 'payerReference',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. Order 1017',
		description: "Shown on the payer's bank statement, at most 12 characters",
		displayOptions: byBank,
	},
	settleTo.field,
	{ ...beneficiaryNameField('e.g. Example Shop'), displayOptions: toBankAccount },
	bankField(bankLists.settle, toBankAccount.show),
	{ ...accountNumberField, displayOptions: toBankAccount },
	{ ...merchantField, required: true, displayOptions: toMerchant },
	...returnFields('payment page', 'Payment Request → Wait for Payment'),
	optionalFields,
];
