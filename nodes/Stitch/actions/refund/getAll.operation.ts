import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';

import type { Item } from '../../run/item';
import { defineOperation } from '../../run/operation';
import { check, choiceField, optionalText } from '../../schemas/field';
import { filtersField, limit, listFields, nonceFilter, readFilters } from '../fields/list';
import { optionalVisibleText } from '../../schemas/visibleText';
import { readList } from '../../transport/paging';
import { readPaymentList, type PaymentListPlan, paymentFilters } from '../fields/paymentFilters';
import { inPersonRefunds, onlineRefunds, onlineStatuses, refunds } from './refunds';

/** Which refunds of in-person charges are listed (companion spec 4.3). */
const refundListSchema = z.object({
	charge: optionalText('Charge ID'),
	nonce: optionalVisibleText('Nonce'),
	terminalSession: optionalText('Terminal Session ID'),
	limit,
});

type RefundList = z.output<typeof refundListSchema>;

/** The choice between the two lists of the service. */
const refundsOf = choiceField({
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
});

const nonce = nonceFilter('refund');

/** The filters of refunds of in-person charges. */
const chargeRefundFilters = filtersField([
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

/** The refunds of payment requests, as their filters take them. */
const online = { noun: refunds.noun, statuses: onlineStatuses, list: onlineRefunds };

/** The filters of refunds of payment requests. */
const onlineRefundFilters = paymentFilters(online, [
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
const refundFilters: INodeProperties[] = [
	{ ...chargeRefundFilters, displayOptions: { show: { refundsOf: ['charge'] } } },
	{ ...onlineRefundFilters, displayOptions: { show: { refundsOf: ['paymentRequest'] } } },
];

type Plan = { inPerson: RefundList } | { online: PaymentListPlan };

/** Lists refunds: of in-person charges (companion spec 4.3), or of payment requests, by GraphQL. */
export const getAll = defineOperation<Plan>({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many refunds',
	description: 'Retrieve refunds of payment requests or of in-person charges',
	fields: [refundsOf.field, ...listFields, ...refundFilters],
	simplify: refunds.simplify,

	prepare: readListPlan,

	async send(list, service) {
		if ('online' in list) {
			const { limit, filter } = list.online;
			return await readList(service, { ...onlineRefunds, variables: { filter } }, limit);
		}
		const { limit, ...filters } = list.inPerson;
		return await readList(service, { ...inPersonRefunds, filters }, limit);
	},
});

function readListPlan(item: Item): Plan {
	const of = check(refundsOf.rule, item.get('refundsOf'));
	if (of === 'paymentRequest') {
		return { online: readPaymentList(item, online, onlineRefundFilters) };
	}
	return { inPerson: readFilters(item, chargeRefundFilters, refundListSchema) };
}
