import { comparedAmount, idFound } from '../../idempotency/comparison';
import { tryMutation } from '../../idempotency/mutation';
import type { PaymentKind } from '../../idempotency/paymentKind';
import { meaningOf } from '../../run/resource';
import { currency, randText, moneyInput } from '../../schemas/money';
import { asFields } from '../../transport/json';
import { readObject } from '../../transport/object';
import {
	asCharge,
	asChargeRefund,
	chargeRefundColumns,
	chargesWith,
	chargeByNonce,
	oneTransaction,
} from '../charge/transactions';
import { onlineReasons } from './onlineRefund';
import { chargeRefundInitiate } from './refund.graphql';
import { readRefundOf, type RefundOfA } from './refundForm';
import { refunds } from './refunds';

/** A refund of a charge of a payment consent or of a stored card (public reference). */
export const chargeRefund: PaymentKind<RefundOfA<'recurringCharge'>> = {
	kind: 'refund.create.recurring',

	read: readRefundOf<'recurringCharge'>,

	body: ({ of, amount, reason }) => ({
		originalPaymentId: of.recurringChargeId,
		amount: moneyInput(amount),
		reason: onlineReasons[reason],
		...(of.externalReference !== undefined && { externalReference: of.externalReference }),
	}),

	// Not the reference: it may be different on the next try, for example if it contains the time.
	identity: ({ of, amount }) => ({
		charge: of.recurringChargeId,
		currency,
		amount: randText(amount),
	}),

	send: async (service, { originalPaymentId, ...refundInput }, repeat) =>
		await tryMutation(service, {
			query: chargeRefundInitiate,
			variables: { input: { originalPaymentId, refundInput } },
			nonce: refundInput.nonce,
			repeat,
			// The charge that it gives back is read afterwards.
			made: ({ refundTransactionInitiate }) => ({
				...chargeRefundColumns(asCharge(asFields(refundTransactionInitiate))),
				externalReference: refundInput.externalReference,
			}),
			rest: async (id) => asChargeRefund(await readObject(service, oneTransaction, id)),
		}),

	async find(service, nonce) {
		const found = await chargeByNonce(service, nonce);
		return found && asChargeRefund(found);
	},

	listByNonce: async (service, nonces) =>
		(await chargesWith(service, 'nonce', nonces)).map(asChargeRefund),

	compare: ({ amount, of }, found) => [
		{
			label: 'Resource',
			asked: 'a refund',
			found: found.charge === null ? 'a charge' : 'a refund',
		},
		comparedAmount(randText(amount), found.amount),
		{ label: 'Charge ID', asked: of.recurringChargeId, found: idFound(found.charge) },
	],

	isDone: (found) => meaningOf(found, refunds) === 'done',
	lookUpAdvice:
		'To find it yourself, open the charge in the Stitch dashboard: it shows its refunds.',
};
