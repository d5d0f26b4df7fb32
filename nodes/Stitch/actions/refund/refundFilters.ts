import type { INodeProperties } from 'n8n-workflow';

import { capitalized } from '../../schemas/status';
import { filtersField } from '../fields/list';
import { onlineStatuses } from './refund.schema';

/** The choice between the two lists of the service. */
export const refundsOfField: INodeProperties = {
	displayName: 'Refunds Of',
	name: 'refundsOf',
	type: 'options',
	options: [
		{
			name: 'In-Person Charges',
			value: 'charge',
			description: 'Refunds of card payments on a terminal',
		},
		{
			name: 'Payment Requests',
			value: 'paymentRequest',
			description: 'Refunds of online payments',
		},
	],
	default: 'paymentRequest',
	description: 'What was given back',
};

const nonce: INodeProperties = {
	displayName: 'Nonce',
	name: 'nonce',
	type: 'string',
	default: '',
	placeholder: 'e.g. refund-order-1234',
	description: 'Only the refund that was created with this unique key (nonce)',
};

/** The filters of refunds of in-person charges. */
export const chargeRefundFilters = filtersField([
	{
		displayName: 'Charge ID',
		name: 'charge',
		type: 'string',
		default: '',
		placeholder: 'e.g. Y2hhcmdlOjE=',
		description: 'Only refunds of this charge',
	},
	nonce,
	{
		displayName: 'Terminal Session ID',
		name: 'terminalSession',
		type: 'string',
		default: '',
		placeholder: 'e.g. c2Vzc2lvbjox',
		description: 'Only refunds of the charge that this terminal session made',
	},
]);

/** The filters of refunds of payment requests. */
export const onlineRefundFilters = filtersField([
	{
		displayName: 'Created After',
		name: 'createdAfter',
		type: 'dateTime',
		default: '',
		description: "Only what was created at this time or later, in the workflow's time zone",
	},
	{
		displayName: 'Created Before',
		name: 'createdBefore',
		type: 'dateTime',
		default: '',
		description:
			"Only what was created at this time or earlier, in the workflow's time zone. A date without a time means the whole day.",
	},
	nonce,
	{
		displayName: 'Payment Request ID',
		name: 'paymentRequestId',
		type: 'string',
		default: '',
		placeholder: 'e.g. cGF5bWVudFJlcXVlc3Q6MQ==',
		description: 'Only refunds of this payment request',
	},
	{
		displayName: 'Status',
		name: 'status',
		type: 'multiOptions',
		options: onlineStatuses.map((value) => ({ name: capitalized(value), value })),
		default: [],
		description: 'Only refunds with one of these statuses',
	},
]);

/** The "Filters" of both lists. */
export const refundFilters: INodeProperties[] = [
	{ ...chargeRefundFilters, displayOptions: { show: { refundsOf: ['charge'] } } },
	{ ...onlineRefundFilters, displayOptions: { show: { refundsOf: ['paymentRequest'] } } },
];
