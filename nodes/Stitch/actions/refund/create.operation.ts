import type { INodeProperties } from 'n8n-workflow';

import { preparePayment } from '../../idempotency/payment';
import { definePayment } from '../../run/operation';
import { check } from '../../schemas/field';
import { metadataFields } from '../fields/metadata';
import { nonceFields, onDuplicateOption } from '../fields/nonce';
import { amountField } from '../fields/payment';
import { inNewNodes, inOldNodes } from '../fields/versions';
import { terminalSessionField } from '../terminalSession/terminalSessions';
import { failedRefundOption, failingWhenFailed } from './failedRefund';
import { inPersonRefund } from './inPersonRefund';
import { onlineRefund } from './onlineRefund';
import { refundOf } from './refund.schema';
import { simplifyRefund } from './refunds';

/** Shown when the refund is of a payment request. */
const displayOptions = { show: { refundOf: ['paymentRequest'] } };

const onlineRefundFields: INodeProperties[] = [
	{
		displayName: 'Payment Request ID',
		name: 'paymentRequestId',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. cGF5bWVudFJlcXVlc3Q6MQ==',
		description: 'The ID of a completed payment request',
		displayOptions,
	},
	{
		displayName: 'Beneficiary Reference',
		name: 'beneficiaryReference',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. Refund 1017',
		description: "Shown on the payer's bank statement, at most 30 characters",
		displayOptions,
	},
];

const refundOfField: INodeProperties = {
	displayName: 'Refund Of',
	name: 'refundOf',
	type: 'options',
	options: [
		{
			name: 'Payment Request',
			value: 'paymentRequest',
			description: 'An online payment (by GraphQL)',
		},
		{
			name: 'In-Person Charge',
			value: 'charge',
			description: 'One charge, as the outcome of its terminal session shows it',
		},
		{
			name: 'Terminal Session',
			value: 'terminalSession',
			description: 'The charge that a terminal session made',
		},
	],
	default: 'terminalSession',
	description: 'What is given back',
};

/**
 * Gives money back: for an in-person charge to the card that paid, or for a payment request, by
 * GraphQL.
 */
export const create = definePayment({
	value: 'create',
	name: 'Create',
	action: 'Create refund',
	description: 'Give money back for an in-person charge or a payment request',
	fields: [
		{ ...refundOfField, default: 'paymentRequest', displayOptions: inNewNodes },
		{ ...refundOfField, displayOptions: inOldNodes },
		{
			displayName: 'Charge ID',
			name: 'chargeId',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. Y2hhcmdlOjE=',
			description: 'The ID of the charge, from the outcome of its terminal session',
			displayOptions: { show: { refundOf: ['charge'] } },
		},
		{
			...terminalSessionField,
			displayOptions: { show: { refundOf: ['terminalSession'] } },
		},
		...onlineRefundFields,
		amountField,
		{
			displayName: 'Reason',
			name: 'reason',
			type: 'options',
			options: [
				{ name: 'Duplicate Charge', value: 'duplicate_charge' },
				{ name: 'Fraud', value: 'fraud' },
				{ name: 'Requested by Customer', value: 'requested_by_customer' },
			],
			default: 'requested_by_customer',
			description: 'Why the money is given back',
		},
		...nonceFields('itemContent', ['custom', 'itemContent', 'random']),
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add field',
			default: {},
			options: metadataFields,
			displayOptions: { hide: { refundOf: ['paymentRequest'] } },
		},
	],
	options: [onDuplicateOption, failedRefundOption],
	simplify: simplifyRefund,

	prepare(item, { clientId }) {
		const of = check(refundOf, item.get('refundOf'));
		const refund =
			of === 'paymentRequest'
				? preparePayment(onlineRefund, item, clientId)
				: preparePayment(inPersonRefund(of), item, clientId);
		return failingWhenFailed(refund, item.collection('options').onFailedRefund);
	},
});
