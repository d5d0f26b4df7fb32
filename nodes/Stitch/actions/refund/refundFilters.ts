import type { INodeProperties } from 'n8n-workflow';

import { filtersField } from '../fields/list';
import { paymentFilters } from '../fields/paymentFilters';
import { onlineRefunds } from './refunds';

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
export const onlineRefundFilters = paymentFilters(onlineRefunds, [
	nonce,
	{
		displayName: 'Payment Request ID',
		name: 'paymentRequestId',
		type: 'string',
		default: '',
		placeholder: 'e.g. cGF5bWVudFJlcXVlc3Q6MQ==',
		description: 'Only refunds of this payment request',
	},
]);

/** The "Filters" of both lists. */
export const refundFilters: INodeProperties[] = [
	{ ...chargeRefundFilters, displayOptions: { show: { refundsOf: ['charge'] } } },
	{ ...onlineRefundFilters, displayOptions: { show: { refundsOf: ['paymentRequest'] } } },
];
