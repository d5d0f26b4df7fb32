import { defineOperation } from '../../run/operation';
import { withMoney } from '../../run/resource';
import { readList } from '../../transport/paging';
import { form } from '../../schemas/form';
import { listFields } from '../fields/list';
import {
	paymentFilter,
	paymentFilters,
	referenceFilters,
	updatedFilters,
} from '../fields/paymentFilters';
import { paymentRequests } from './paymentRequests';

const list = form({
	...listFields,
	filters: paymentFilters(paymentRequests, {
		...referenceFilters(paymentRequests, {
			beneficiaryReference: 'e.g. Order 1017',
			externalReference: 'e.g. order-1017',
		}),
		...updatedFilters,
	}),
});

/** Lists payment requests by GraphQL (public reference: `PaymentInitiationRequest`); REST cannot. */
export const getAll = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many payment requests',
	description: 'Retrieve the payment requests of your Stitch client with their current statuses',
	form: list,

	simplify: paymentRequests.simplify,

	prepare(item) {
		const { filters, limit } = list.read(item);
		return { filter: paymentFilter(paymentRequests, filters), limit };
	},

	async send({ filter, limit }, service) {
		const asked = { ...paymentRequests.list, variables: { filter } };
		return await readList(service, withMoney(asked, paymentRequests), limit);
	},
});
