import type { IDataObject } from 'n8n-workflow';

import { amountFound, idFound } from '../../idempotency/comparison';
import { attemptMutation } from '../../idempotency/mutation';
import type { PaymentKind } from '../../idempotency/payment';
import { currency, inRand, moneyInput } from '../../schemas/money';
import { asFields } from '../../transport/json';
import { asCharge, chargeUnder } from '../charge/charges';
import { given } from '../columns';
import { chargeRefundSchema, type ChargeRefund } from './chargeRefund.schema';
import { chargeRefundInitiate } from './chargeRefundInitiate.graphql';

/** A refund of a charge of a payment consent or of a stored card (public reference). */
export const chargeRefund: PaymentKind<ChargeRefund> = {
	kind: 'refund.create.recurring',

	read: (parameters) => ({
		raw: {
			chargeId: parameters.get('recurringChargeId'),
			amount: parameters.get('amount'),
			reason: parameters.get('reason'),
			externalReference: parameters.get('externalReference'),
		},
		schema: chargeRefundSchema,
	}),

	body: ({ chargeId, amount, reason, externalReference }) => ({
		originalPaymentId: chargeId,
		amount: moneyInput(amount),
		reason,
		...(externalReference !== undefined && { externalReference }),
	}),

	identity: ({ chargeId, amount, externalReference }) => ({
		charge: chargeId,
		currency,
		amount: inRand(amount),
		externalReference,
	}),

	request:
		({ originalPaymentId, ...refundInput }) =>
		async (service) =>
			await attemptMutation(service, {
				query: chargeRefundInitiate,
				variables: { input: { originalPaymentId, refundInput } },
				// Because of the nonce, a second request is the same refund.
				repeat: 'always',
				made: ({ refundTransactionInitiate }) =>
					asRefund(asCharge(asFields(refundTransactionInitiate))),
			}),

	async find(service, nonce) {
		const found = await chargeUnder(service, nonce);
		return found && asRefund(found);
	},

	mayBeUnlisted: true,

	compare: ({ amount, chargeId }, found) => [
		{
			label: 'Amount',
			asked: inRand(amount),
			found: amountFound(asFields(found.amount).quantity),
		},
		{ label: 'Charge ID', asked: chargeId, found: idFound(found.charge) },
	],

	lookUpAdvice: 'Look for the charge in the Stitch dashboard: it shows its refunds.',
};

/** The refund of a charge with the names of other refunds. */
function asRefund(charge: IDataObject): IDataObject {
	return { ...given(charge, refundFields), charge: charge.originalChargeId };
}

const refundFields = [
	'id',
	'externalReference',
	'amount',
	'nonce',
	'status',
	'statusDate',
	'statusReason',
	'metadata',
];
