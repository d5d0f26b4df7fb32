import { defineOperation } from '../../run/operation';
import { readList } from '../../transport/paging';
import { listFields, nonceFilter } from '../fields/list';
import {
	paymentFilters,
	readPaymentList,
	referenceFilters,
	type PaymentListPlan,
} from '../fields/paymentFilters';
import { disbursements, simplifyDisbursement, disbursementConnection } from './disbursements';
import { disbursementsQuery } from './disbursement.graphql';

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

	simplify: simplifyDisbursement,

	prepare: (item) => readPaymentList(item, disbursements, filters),

	async send({ filter, limit }, service) {
		// Without its reference, nobody knows whether a record is the one.
		const query = filter.externalReference ? disbursementsQuery.full : disbursementsQuery;
		const connection = { ...disbursementConnection, query, variables: { filter } };
		return await readList(service, connection, limit);
	},
});
