import { z } from 'zod/v4';

import { comparedAmount, idFound } from '../../idempotency/comparison';
import { firstByNonce } from '../../idempotency/lookUp';
import { tryMutation } from '../../idempotency/mutation';
import type { PaymentKind } from '../../idempotency/payment';
import { text } from '../../schemas/field';
import { currency, inRand, moneyInput, paymentAmount } from '../../schemas/money';
import { visibleText } from '../../schemas/visibleText';
import { asFields } from '../../transport/json';
import { refundInitiate } from './refund.graphql';
import { asRefund, findOnlineRefund, onlineRefunds, refundReason } from './refunds';

/** The editor's Reason in the words of GraphQL (public reference: `RefundReason`). */
const reasons = {
	duplicate_charge: 'duplicate',
	fraud: 'fraudulent',
	requested_by_customer: 'requested_by_user',
} as const;

/** Why something is given back, in these words. */
export const onlineReason = refundReason.rule.transform((reason) => reasons[reason]);

/** A refund of a payment request, without the nonce, which comes from the checked rest. */
const onlineRefundSchema = z.object({
	paymentRequestId: text('Payment Request'),
	amount: paymentAmount('Amount'),
	reason: onlineReason,
	beneficiaryReference: visibleText('Beneficiary Reference', { max: 30 }),
});

type OnlineRefund = z.output<typeof onlineRefundSchema>;

/** A refund of a payment request, which REST does not offer (public GraphQL reference). */
export const onlineRefund: PaymentKind<OnlineRefund> = {
	kind: 'refund.create.online',
	onlyByContent: true,

	read: (parameters) => ({
		raw: {
			paymentRequestId: parameters.get('paymentRequestId'),
			amount: parameters.get('amount'),
			reason: parameters.get('reason'),
			beneficiaryReference: parameters.get('beneficiaryReference'),
		},
		schema: onlineRefundSchema,
	}),

	body: ({ amount, ...rest }) => ({ ...rest, amount: moneyInput(amount) }),

	identity: ({ paymentRequestId, amount }) => ({
		paymentRequest: paymentRequestId,
		currency,
		amount: inRand(amount),
	}),

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

	compare: ({ amount, paymentRequestId }, found) => [
		comparedAmount(inRand(amount), asFields(found.amount).quantity),
		{
			label: 'Payment Request ID',
			asked: paymentRequestId,
			found: idFound(found.paymentRequestId),
		},
	],

	lookUpAdvice: 'Find the payment request in the Stitch dashboard: it shows its refunds.',
};
