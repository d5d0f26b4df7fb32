import type { INodeProperties } from 'n8n-workflow';
import type { z } from 'zod/v4';

import { nonceFields, onDuplicateOf } from '../../idempotency/duplicateProtection';
import { preparePayment } from '../../idempotency/payment';
import type { Item } from '../../run/item';
import { definePayment } from '../../run/operation';
import { check, choiceField } from '../../schemas/field';
import { charges } from '../charge/charges';
import { fieldOf } from '../fields/locator';
import { metadataField } from '../fields/metadata';
import { additionalFields, amountField } from '../fields/payment';
import { paymentRequests } from '../paymentRequest/paymentRequests';
import { terminalSessions } from '../terminalSession/terminalSessions';
import { chargeRefund } from './chargeRefund';
import { failingWhenFailed, onFailure } from './failedRefund';
import { inPersonRefund } from './inPersonRefund';
import { onlineRefund } from './onlineRefund';
import { refundReason, refunds } from './refunds';

/** Shown when the refund is of a payment request. */
const displayOptions = { show: { refundOf: ['paymentRequest'] } };

const onlineRefundFields: INodeProperties[] = [
	{
		...fieldOf(paymentRequests),
		description: 'The completed payment request whose money is given back',
		displayOptions,
	},
	{
		displayName: 'Beneficiary Reference',
		name: 'beneficiaryReference',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. Refund 1017',
		description: "Shown on the customer's bank statement, at most 30 characters",
		displayOptions,
	},
];

/** Shown when the refund is of a charge that nobody made at a terminal. */
const ofCharge = { show: { refundOf: ['recurringCharge'] } };

const chargeRefundFields: INodeProperties[] = [
	{ ...fieldOf(charges), displayOptions: ofCharge },
	{
		displayName: 'External Reference',
		name: 'externalReference',
		type: 'string',
		default: '',
		placeholder: 'e.g. refund-204-2026-11',
		description: 'Your own unique reference for this refund, for tracking and reconciliation',
		displayOptions: ofCharge,
	},
];

/** What is refunded. */
const refundOf = choiceField({
	displayName: 'Refund Of',
	name: 'refundOf',
	type: 'options',
	options: [
		{
			name: 'Charge',
			value: 'recurringCharge',
			description: 'A charge of a payment consent or of a stored card',
		},
		{
			name: 'In-Person Charge',
			value: 'charge',
			description: 'One charge, as the outcome of its terminal session shows it',
		},
		{
			name: 'Payment Request',
			value: 'paymentRequest',
			description: 'An online payment',
		},
		{
			name: 'Terminal Session',
			value: 'terminalSession',
			description: 'The charge that a terminal session made',
		},
	],
	default: 'paymentRequest',
	description:
		'What is given back. Always name an in-person payment in the same way: once by its charge and once by its terminal session, it would be given back twice.',
});

/**
 * Gives money back: for an in-person charge to the card that paid, or by GraphQL for a payment request
 * or a charge.
 */
export const create = definePayment({
	value: 'create',
	name: 'Create',
	action: 'Create refund',
	description: 'Give money back for a payment request, a charge or an in-person charge',
	fields: [
		refundOf.field,
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
			...fieldOf(terminalSessions),
			displayOptions: { show: { refundOf: ['terminalSession'] } },
		},
		...onlineRefundFields,
		...chargeRefundFields,
		amountField,
		refundReason.field,
		...nonceFields(onlineRefund),
		{
			...additionalFields([metadataField]),
			displayOptions: { hide: { refundOf: ['paymentRequest', 'recurringCharge'] } },
		},
	],
	// Not the reference: a refund is known by what it gives back.
	identifiedBy: [
		'amount',
		'chargeId',
		'recurringChargeId',
		'terminalSessionId',
		'paymentRequestId',
	],
	locators: [paymentRequests, terminalSessions, charges],
	options: [onDuplicateOf(onlineRefund).field, onFailure.field],
	simplify: refunds.simplify,

	prepare(item, { clientId }) {
		const of = check(refundOf.rule, item.get('refundOf'));
		const { onFailure: given } = item.collection('options');
		return failingWhenFailed(prepareRefund(of, item, clientId), given);
	},
});

function prepareRefund(of: z.output<typeof refundOf.rule>, item: Item, clientId: string) {
	if (of === 'paymentRequest') return preparePayment(onlineRefund, item, clientId);
	if (of === 'recurringCharge') return preparePayment(chargeRefund, item, clientId);
	return preparePayment(inPersonRefund(of), item, clientId);
}
