import { defineOperation } from '../../run/operation';
import { readList } from '../../transport/paging';
import { listFields } from '../fields/list';
import {
	paymentFilters,
	readPaymentList,
	referenceFilters,
	updatedFilters,
	type PaymentListPlan,
} from '../fields/paymentFilters';
import { paymentRequests, paymentRequestConnection } from './paymentRequests';
import { simplifyPaymentRequest } from './paymentRequestColumns';
import { paymentRequestsQuery } from './paymentRequest.graphql';

const filters = paymentFilters(paymentRequests, [
	...referenceFilters(paymentRequests, {
		beneficiaryReference: 'e.g. Order 1017',
		externalReference: 'e.g. order-1017',
	}),
	...updatedFilters,
]);

/** Lists payment requests by GraphQL (public reference: `PaymentInitiationRequest`); REST cannot. */
export const getAll = defineOperation<PaymentListPlan>({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many payment requests',
	description: 'Retrieve the payment requests of your Stitch client with their current statuses',
	fields: [...listFields, filters],

	simplify: simplifyPaymentRequest,

	prepare: (item) => readPaymentList(item, paymentRequests, filters),

	send: async ({ filter, limit }, service) =>
		await readList(
			service,
			{ ...paymentRequestConnection, query: paymentRequestsQuery, variables: { filter } },
			limit,
		),
});
