import type { INodeProperties } from 'n8n-workflow';

import { bankField, bankLists } from '../fields/bank';
import { accountNumberField, amountField } from '../fields/payment';
import { returnFields } from '../payerReturn/returnFields';
import { optionalFields } from './additionalFields';

const byBank = { show: { paymentMethods: ['eft'] } };
const toBankAccount = { show: { paymentMethods: ['eft'], settleTo: ['bankAccount'] } };
const toMerchant = { show: { settleTo: ['merchant'] } };

/** The fields of Payment Request → Create; those for the simple case come first. */
export const createFields: INodeProperties[] = [
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
		options: [
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
			{ name: 'Pay by Bank', value: 'eft' },
		],
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
	{
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
	},
	{
		displayName: 'Beneficiary Name',
		name: 'beneficiaryName',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. Example Shop',
		description: 'Who holds the account that the money goes to, at most 20 characters',
		displayOptions: toBankAccount,
	},
	bankField(bankLists.settle, 'The bank that holds the account', toBankAccount.show),
	{ ...accountNumberField, displayOptions: toBankAccount },
	{
		displayName: 'Merchant ID',
		name: 'merchantId',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. bWVyY2hhbnQ6MQ==',
		description: 'The ID that Stitch gave the merchant. It is not the number from an acquirer.',
		displayOptions: toMerchant,
	},
	...returnFields('payment page', 'Payment Request → Wait for Payment'),
	optionalFields,
];
