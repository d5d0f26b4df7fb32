import { z } from 'zod/v4';

import { comparedAmount, idFound } from '../../idempotency/comparison';
import { tryMutation } from '../../idempotency/mutation';
import type { PaymentKind } from '../../idempotency/payment';
import { text } from '../../schemas/field';
import { currency, inRand, moneyInput, paymentAmount } from '../../schemas/money';
import { optionalVisibleText } from '../../schemas/visibleText';
import { asFields } from '../../transport/json';
import { readObject } from '../../transport/object';
import {
	asCharge,
	asChargeRefund,
	chargeRefundColumns,
	chargesWith,
	chargeUnder,
	oneTransaction,
} from '../charge/transactions';
import { onlineReason } from './onlineRefund';
import { chargeRefundInitiate } from './refund.graphql';

/** A refund of a charge (public reference: `RefundTransactionInitiateInput`), without the nonce. */
const chargeRefundSchema = z.object({
	chargeId: text('Charge'),
	amount: paymentAmount('Amount'),
	reason: onlineReason,
	externalReference: optionalVisibleText('External Reference', { max: 4096 }),
});

type ChargeRefund = z.output<typeof chargeRefundSchema>;

/** A refund of a charge of a payment consent or of a stored card (public reference). */
export const chargeRefund: PaymentKind<ChargeRefund> = {
	kind: 'refund.create.recurring',
	onlyByContent: true,

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

	send: async (service, { originalPaymentId, ...refundInput }, repeat) =>
		await tryMutation(service, {
			query: chargeRefundInitiate,
			variables: { input: { originalPaymentId, refundInput } },
			nonce: refundInput.nonce,
			repeat,
			// Which charge it gives back is read afterwards.
			made: ({ refundTransactionInitiate }) => ({
				...chargeRefundColumns(asCharge(asFields(refundTransactionInitiate))),
				externalReference: refundInput.externalReference,
			}),
			rest: async (id) => asChargeRefund(await readObject(service, oneTransaction, id)),
		}),

	async find(service, nonce) {
		const found = await chargeUnder(service, nonce);
		return found && asChargeRefund(found);
	},

	listUnder: async (service, nonces) =>
		(await chargesWith(service, 'nonce', nonces)).map(asChargeRefund),

	compare: ({ amount, chargeId }, found) => [
		{
			label: 'Resource',
			asked: 'a refund',
			found: found.charge === null ? 'a charge' : 'a refund',
		},
		comparedAmount(inRand(amount), asFields(found.amount).quantity),
		{ label: 'Charge ID', asked: chargeId, found: idFound(found.charge) },
	],

	lookUpAdvice: 'Find the charge in the Stitch dashboard: it shows its refunds.',
};
