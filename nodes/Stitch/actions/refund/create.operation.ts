import type { IDataObject } from 'n8n-workflow';

import { amountFound, idFound } from '../../idempotency/comparison';
import { firstByNonce } from '../../idempotency/firstByNonce';
import { missingNonceSource, nonceFields, nonceFor } from '../../idempotency/nonce';
import {
	onDuplicateOption,
	readOnDuplicate,
	sendOnce,
	type Comparison,
	type OnDuplicate,
} from '../../idempotency/sendOnce';
import { check } from '../../schemas/field';
import { asNumber, currency, inRand } from '../../schemas/money';
import { refundOf, refundSchemas, type Refund } from './refund.schema';
import { metadataFields, rawMetadata } from '../fields/metadata';
import { amountField } from '../fields/payment';
import { defineOperation } from '../../run/operation';
import { terminalSessionField } from '../terminalSession/terminalSessions';
import {
	onlineMovement,
	onlineRefundFields,
	prepareOnlineRefund,
	sendOnlineRefund,
	type OnlineRefundPlan,
} from './onlineRefund';
import { refunds } from './refunds';

/** A refund of an in-person charge. */
interface InPersonPlan {
	refund: Refund;
	nonce: string;
	onDuplicate: OnDuplicate;
}

type Plan = InPersonPlan | OnlineRefundPlan;

/**
 * Gives money back: of an in-person charge to the card that paid (companion spec 2.2, 4.3), or of a
 * payment request, which goes by GraphQL (`onlineRefund.ts`).
 */
export const create = defineOperation<Plan>({
	value: 'create',
	name: 'Create',
	action: 'Create refund',
	description: 'Give money back for an in-person charge or a payment request',
	fields: [
		{
			displayName: 'Refund Of',
			name: 'refundOf',
			type: 'options',
			options: [
				{
					name: 'In-Person Charge',
					value: 'charge',
					description: 'One charge, as the outcome of its terminal session shows it',
				},
				{
					name: 'Payment Request',
					value: 'paymentRequest',
					description: 'An online payment (by GraphQL)',
				},
				{
					name: 'Terminal Session',
					value: 'terminalSession',
					description: 'The charge that a terminal session made',
				},
			],
			default: 'terminalSession',
			description: 'What is given back',
		},
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
	options: [onDuplicateOption],

	prepare(item, service) {
		const of = check(refundOf, item.get('refundOf'));
		if (of === 'paymentRequest') return prepareOnlineRefund(item, service);
		const id = of === 'charge' ? 'chargeId' : 'terminalSessionId';
		const raw = {
			[of]: item.get(id),
			amount: item.get('amount'),
			reason: item.get('reason'),
			metadata: rawMetadata(item.collection('additionalFields')),
		};
		const refund = check(refundSchemas[of], raw, missingNonceSource(item));
		const nonce = nonceFor(item, {
			clientId: service.clientId,
			operation: 'refund.create',
			body: bodyOf(refund),
			externalReference: undefined,
		});
		return { refund, nonce, onDuplicate: readOnDuplicate(item.collection('options')) };
	},

	movement(plan) {
		if ('online' in plan) return onlineMovement(plan);
		const { refund, nonce } = plan;
		return { amount: refund.amount, nonce, preview: { ...bodyOf(refund), nonce } };
	},

	async send(plan, service) {
		if ('online' in plan) return await sendOnlineRefund(plan, service);
		const { refund, nonce, onDuplicate } = plan;
		const body = { ...bodyOf(refund), nonce };
		return await sendOnce(service, {
			request: { method: 'POST', path: '/refunds', body, repeat: 'always', mustHold: 'id' },
			nonce,
			onDuplicate,
			find: async () => await firstByNonce(service, refunds, nonce),
			compare: (found) => compare(refund, found),
			lookUpAdvice:
				'Look for the nonce with Refund → Get Many and its filter Nonce, or in the Stitch dashboard.',
		});
	},
});

function bodyOf({ amount, ...rest }: Refund): IDataObject {
	return { ...rest, amount: asNumber(amount), currency };
}

function compare(refund: Refund, found: IDataObject): Comparison[] {
	const origin =
		'charge' in refund
			? { label: 'Charge ID', asked: refund.charge, found: idFound(found.charge) }
			: {
					label: 'Terminal Session',
					asked: refund.terminalSession,
					found: idFound(found.terminalSession),
				};
	return [
		{ label: 'Amount', asked: inRand(refund.amount), found: amountFound(found.amount) },
		origin,
	];
}
