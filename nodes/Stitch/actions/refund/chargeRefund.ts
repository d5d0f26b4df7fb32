import { comparedAmount, idFound } from '../../idempotency/comparison';
import { attemptMutation } from '../../idempotency/mutation';
import type { PaymentKind } from '../../idempotency/payment';
import { currency, inRand, moneyInput } from '../../schemas/money';
import { readNode } from '../../transport/object';
import { asFields } from '../../transport/json';
import { asCharge, charges, chargesWith, chargeUnder } from '../charge/charges';
import { chargeRefundSchema, type ChargeRefund } from './chargeRefund.schema';
import { chargeRefundInitiate } from './refund.graphql';
import { asChargeRefund, chargeRefundColumns } from './refunds';

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

	request:
		({ originalPaymentId, ...refundInput }) =>
		async (service) =>
			await attemptMutation(service, {
				query: chargeRefundInitiate,
				variables: { input: { originalPaymentId, refundInput } },
				nonce: refundInput.nonce,
				// Because of the nonce, a second request is the same refund.
				repeat: 'always',
				// Which charge it gives back is read afterwards.
				made: ({ refundTransactionInitiate }) => ({
					...chargeRefundColumns(asCharge(asFields(refundTransactionInitiate))),
					externalReference: refundInput.externalReference,
				}),
				rest: async (id) => asChargeRefund(await readNode(service, charges.reading, id)),
			}),

	async find(service, nonce) {
		const found = await chargeUnder(service, nonce);
		return found && asChargeRefund(found);
	},

	listUnder: async (service, nonces) =>
		(await chargesWith(service, 'nonce', nonces)).map(asChargeRefund),

	mayBeUnlisted: true,
	isLookedUpFirst: true,

	// What it gives back is not left to be given back again.
	mayRefuseItself: true,

	compare: ({ amount, chargeId }, found) => [
		{
			label: 'The payment',
			asked: 'a refund',
			found: found.charge === null ? 'a charge' : 'a refund',
		},
		comparedAmount(inRand(amount), asFields(found.amount).quantity),
		{ label: 'Charge ID', asked: chargeId, found: idFound(found.charge) },
	],

	lookUpAdvice: 'Look for the charge in the Stitch dashboard: it shows its refunds.',
};
