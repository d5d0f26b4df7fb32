import { defineOperation } from '../../run/operation';
import { readList } from '../../transport/paging';
import { listFields, nonceFilter } from '../fields/list';
import {
	paymentFilters,
	readPaymentList,
	referenceFilters,
	type PaymentListPlan,
} from '../fields/paymentFilters';
import { disbursements } from './disbursements';

const filters = paymentFilters(disbursements, [
	...referenceFilters(disbursements, {
		beneficiaryReference: 'e.g. Salary Nov',
		externalReference: 'e.g. salary-2026-11-017',
	}),
	nonceFilter('disbursement'),
]);

/** Lists disbursements by GraphQL (public reference: `client { disbursements }`); REST cannot. */
export const getAll = defineOperation<PaymentListPlan>({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many disbursements',
	description: 'Retrieve the disbursements of your Stitch client with their current statuses',
	fields: [...listFields, filters],

	simplify: disbursements.simplify,

	prepare: (item) => readPaymentList(item, disbursements, filters),

	async send({ filter, limit }, service) {
		// Without its reference, nobody knows whether a record is the one.
		const { list } = disbursements;
		const query = filter.externalReference ? list.query.full : list.query;
		return await readList(service, { ...list, query, variables: { filter } }, limit);
	},
});
