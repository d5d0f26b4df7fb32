import type { IDataObject } from 'n8n-workflow';

import { amountFound, idFound, type Comparison } from '../../idempotency/comparison';
import { attemptMutation } from '../../idempotency/mutation';
import type { PaymentKind } from '../../idempotency/payment';
import { currency, inRand, moneyInput } from '../../schemas/money';
import { asFields } from '../../transport/json';
import type { Outcome, Service } from '../../transport/service';
import { asCharge, chargeUnder } from '../charge/charges';
import { chargeRefundSchema, type ChargeRefund } from './chargeRefund.schema';
import { chargeRefundInitiate } from './chargeRefundInitiate.graphql';
import { asChargeRefund } from './refunds';

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

	// A reference may be another one at the next try, for example if it holds the time.
	identity: ({ chargeId, amount }) => ({ charge: chargeId, currency, amount: inRand(amount) }),

	request: (input) => async (service) => await refund(service, input),

	async find(service, nonce) {
		const found = await chargeUnder(service, nonce);
		return found && asChargeRefund(found);
	},

	mayBeUnlisted: true,

	// What it gives back is not left to be given back again.
	mayRefuseItself: true,

	compare: ({ amount, chargeId }, found) => compared(inRand(amount), chargeId, found),

	lookUpAdvice: 'Look for the charge in the Stitch dashboard: it shows its refunds.',
};

async function refund(
	service: Service,
	{ originalPaymentId, ...refundInput }: IDataObject,
): Promise<Outcome> {
	const amount = amountFound(asFields(refundInput.amount).quantity) ?? '';
	return await attemptMutation(service, {
		query: chargeRefundInitiate,
		variables: { input: { originalPaymentId, refundInput } },
		// Because of the nonce, a second request is the same refund.
		repeat: 'always',
		made: ({ refundTransactionInitiate }) =>
			asChargeRefund(asCharge(asFields(refundTransactionInitiate))),
		compare: (made) => compared(amount, String(originalPaymentId), made),
	});
}

/** @param amount in rand */
function compared(amount: string, chargeId: string, found: IDataObject): Comparison[] {
	return [
		{
			label: 'The payment',
			asked: 'a refund',
			found: found.charge === null ? 'a charge' : 'a refund',
		},
		{ label: 'Amount', asked: amount, found: amountFound(asFields(found.amount).quantity) },
		{ label: 'Charge ID', asked: chargeId, found: idFound(found.charge) },
	];
}
