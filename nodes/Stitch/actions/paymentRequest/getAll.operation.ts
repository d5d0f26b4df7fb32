import { defineOperation } from '../../run/operation';
import { listFields } from '../fields/list';
import {
	listPayments,
	paymentFilters,
	readPaymentList,
	type PaymentListPlan,
} from '../fields/paymentFilters';
import { asPaymentRequest, paymentRequests } from './paymentRequests';
import { paymentRequests as document } from './paymentRequests.graphql';

/** Lists payment requests by GraphQL (public reference: `PaymentInitiationRequest`); REST cannot. */
export const getAll = defineOperation<PaymentListPlan>({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many payment requests',
	description: 'Get the payment requests of the client with their current statuses (by GraphQL)',
	fields: [
		...listFields,
		paymentFilters(paymentRequests, { referencePlaceholder: 'e.g. order-1017' }),
	],

	prepare: (item) => readPaymentList(item, paymentRequests),

	send: async (plan, service) =>
		await listPayments(service, plan, paymentRequests, {
			query: document,
			asOutput: asPaymentRequest,
		}),
});
