import { defineOperation } from '../../run/operation';
import { withMoney } from '../../run/resource';
import { readList } from '../../transport/paging';
import { form } from '../../schemas/form';
import { listFields, nonceFilter } from '../fields/list';
import { paymentFilter, paymentFilters, referenceFilters } from '../fields/paymentFilters';
import { disbursements } from './disbursements';

const list = form({
	...listFields,
	filters: paymentFilters(disbursements, {
		...referenceFilters(disbursements, {
			beneficiaryReference: 'e.g. Salary Nov',
			externalReference: 'e.g. salary-2026-11-017',
		}),
		nonce: nonceFilter('disbursement'),
	}),
});

/** Lists disbursements by GraphQL (public reference: `client { disbursements }`); REST cannot. */
export const getAll = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many disbursements',
	description: 'Retrieve the disbursements of your Stitch client with their current statuses',
	form: list,

	simplify: disbursements.simplify,

	prepare(item) {
		const { filters, limit } = list.read(item);
		return { filter: paymentFilter(disbursements, filters), limit };
	},

	async send({ filter, limit }, service) {
		// A record without its reference cannot be matched, so a search for one always asks for it.
		const { list } = disbursements;
		const query = filter.externalReference ? list.query.full : list.query;
		const asked = { ...list, query, variables: { filter } };
		return await readList(service, withMoney(asked, disbursements), limit);
	},
});
