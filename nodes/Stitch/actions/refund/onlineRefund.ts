import type { IDataObject } from 'n8n-workflow';

import { amountFound, idFound } from '../../idempotency/comparison';
import { firstNodeByNonce } from '../../idempotency/firstByNonce';
import type { PaymentKind } from '../../idempotency/payment';
import { saysDuplicate } from '../../idempotency/sendOnce';
import { currency, inRand } from '../../schemas/money';
import { ofMutation } from '../../transport/failure';
import { attemptGraphql, queryGraphql } from '../../transport/graphql';
import { asFields } from '../../transport/json';
import { whatWasSaid } from '../../transport/messages';
import type { Outcome, Service } from '../../transport/service';
import { onlineRefundSchema, type OnlineRefund } from './onlineRefund.schema';
import { refundByNonce } from './refundByNonce.graphql';
import { refundInitiate } from './refundInitiate.graphql';
import { asRefund } from './refunds';

/** A refund of a payment request, which REST does not offer (public GraphQL reference). */
export const onlineRefund: PaymentKind<OnlineRefund> = {
	kind: 'refund.create.online',

	read: (parameters) => ({
		raw: {
			paymentRequestId: parameters.get('paymentRequestId'),
			amount: parameters.get('amount'),
			reason: parameters.get('reason'),
			beneficiaryReference: parameters.get('beneficiaryReference'),
		},
		schema: onlineRefundSchema,
	}),

	body: ({ amount, ...rest }) => ({ ...rest, amount: { quantity: inRand(amount), currency } }),

	identity: ({ paymentRequestId, amount }) => ({
		paymentRequest: paymentRequestId,
		currency,
		amount: inRand(amount),
	}),

	request: (input) => async (service) => await initiate(service, input),

	find: findByNonce,

	compare: ({ amount, paymentRequestId }, found) => [
		{
			label: 'Amount',
			asked: inRand(amount),
			found: amountFound(asFields(found.amount).quantity),
		},
		{
			label: 'Payment Request ID',
			asked: paymentRequestId,
			found: idFound(found.paymentRequestId),
		},
	],

	lookUpAdvice: 'Look for the payment request in the Stitch dashboard: it shows its refunds.',
};

/**
 * Sends the mutation. A refund that came back exists, even if the service could not return all of
 * it: if it counted as failed, it would be paid again. What the service said is in `warnings`.
 */
async function initiate(service: Service, input: IDataObject): Promise<Outcome> {
	const outcome = await attemptGraphql(service, {
		query: refundInitiate,
		variables: { input },
		// Because of the nonce, a second request is the same refund.
		repeat: 'always',
	});
	const { data, refusals = [] } = outcome.part ?? {};
	const refund = asRefund(asFields(asFields(data?.clientRefundInitiate).refund));
	// A refund that was sent before has to be compared with this one.
	const isThere = refund.id && refund.status && !refusals.some(saysDuplicate);
	if ('failure' in outcome && !isThere) return { failure: ofMutation(outcome.failure) };
	if (!refund.id) return { failure: { kind: 'unreadable', status: 200 } };
	const warnings = refusals.length > 0 && { warnings: refusals.map(whatWasSaid) };
	return { answer: { status: 200, body: { ...refund, ...warnings } } };
}

async function findByNonce(service: Service, nonce: string): Promise<IDataObject | undefined> {
	const data = await queryGraphql(service, {
		query: refundByNonce,
		variables: { nonce },
		repeat: 'always',
	});
	const node = firstNodeByNonce(data, 'refunds', nonce);
	return node && asRefund(node);
}
