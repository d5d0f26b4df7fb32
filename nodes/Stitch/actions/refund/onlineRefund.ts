import { comparedAmount, idFound } from '../../idempotency/comparison';
import { firstByNonce } from '../../idempotency/lookUp';
import { tryMutation } from '../../idempotency/mutation';
import type { PaymentKind } from '../../idempotency/paymentKind';
import { currency, randText, moneyInput } from '../../schemas/money';
import { asFields } from '../../transport/json';
import { refundInitiate } from './refund.graphql';
import { readRefundOf, type RefundOfA } from './refundForm';
import { asRefund, findOnlineRefund, onlineRefunds } from './refunds';
import { asSeen } from './refundsSoFar';

/** The editor's Reason in the words of GraphQL (public reference: `RefundReason`). */
export const onlineReasons = {
	duplicate_charge: 'duplicate',
	fraud: 'fraudulent',
	requested_by_customer: 'requested_by_user',
} as const;

/** A refund of a payment request, which REST does not offer (public GraphQL reference). */
export const onlineRefund: PaymentKind<RefundOfA<'paymentRequest'>> = {
	kind: 'refund.create.online',
	read: readRefundOf<'paymentRequest'>,

	body: ({ of, amount, reason }) => ({
		paymentRequestId: of.paymentRequestId,
		reason: onlineReasons[reason],
		beneficiaryReference: of.beneficiaryReference,
		amount: moneyInput(amount),
		// Left out for the default speed, which Stitch assumes without it.
		clearingType: of.refundSpeed === 'instant' ? 'INSTANT' : undefined,
	}),

	// Not the speed: a faster refund is still the same refund. Of those that were approved after the same
	// refunds, one is made: what is left may not be enough for a second one.
	identity: ({ of: { paymentRequestId: paymentRequest }, amount, options: { refundsSoFar } }) =>
		refundsSoFar === undefined
			? { paymentRequest, currency, amount: randText(amount) }
			: { paymentRequest, after: refundsSoFar.all },

	async ready(service, input, { of: { paymentRequestId }, amount, options: { refundsSoFar } }) {
		if (refundsSoFar === undefined) return { input };
		return await asSeen(service, input, { paymentRequestId, amount, refundsSoFar });
	},

	send: async (service, input, repeat) =>
		await tryMutation(service, {
			query: refundInitiate,
			variables: { input },
			nonce: input.nonce,
			repeat,
			made: ({ clientRefundInitiate }) => ({
				...asRefund(asFields(asFields(clientRefundInitiate).refund)),
				paymentRequestId: input.paymentRequestId,
			}),
			rest: async (id) => await findOnlineRefund(service, id),
		}),

	find: async (service, nonce) => await firstByNonce(service, onlineRefunds, nonce),

	compare: ({ amount, of }, found) => [
		comparedAmount(randText(amount), found.amount),
		{
			label: 'Payment Request ID',
			asked: of.paymentRequestId,
			found: idFound(found.paymentRequestId),
		},
	],

	lookUpAdvice:
		'To find it yourself, open the payment request in the Stitch dashboard: it shows its refunds.',
};
