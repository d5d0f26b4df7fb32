import type { IDataObject } from 'n8n-workflow';

import { disbursements } from './disbursements.graphql';
import { plainStatus } from '../../schemas/status';
import { readConnection } from '../../transport/graphqlPaging';
import { listFields } from '../fields/list';
import {
	filterOf,
	paymentFilters,
	readPaymentFilters,
	statusFilter,
} from '../fields/paymentFilters';
import { defineOperation } from '../../run/operation';

interface Plan {
	filter: IDataObject;
	limit: number;
}

/** Spec 3.2. */
const statuses = [
	'cancelled',
	'completed',
	'error',
	'paused',
	'pending',
	'reversed',
	'submitted',
] as const;

/** Lists disbursements, which REST cannot (public GraphQL reference: `client { disbursements }`). */
export const getAll = defineOperation<Plan>({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many disbursements',
	description: 'Get the disbursements of the client with their current statuses (by GraphQL)',
	fields: [
		...listFields,
		paymentFilters({
			nouns: 'disbursements',
			referencePlaceholder: 'e.g. salary-2026-11-017',
			statuses,
			more: [
				{
					displayName: 'Nonce',
					name: 'nonce',
					type: 'string',
					default: '',
					placeholder: 'e.g. salary-2026-11-employee-17',
					description: 'Only the disbursement that was created with this nonce',
				},
			],
		}),
	],

	prepare(item) {
		const filters = readPaymentFilters(item, statuses);
		const { nonce, status, wanted } = filters;
		const typed = statusFilter(status, 'Disbursement');
		return {
			filter: {
				...filterOf(filters),
				...(nonce && { nonce: { eq: nonce } }),
				...(typed && { status: typed }),
			},
			limit: wanted,
		};
	},

	send: async ({ filter, limit }, service) =>
		await readConnection(
			service,
			{
				query: disbursements,
				variables: { filter },
				at: ['client', 'disbursements'],
				asOutput: asDisbursement,
			},
			limit,
		),
});

/** As REST gives it (spec 2.5), so that Get and Get Many can be used alike. */
function asDisbursement({ bankBeneficiary, created, status, ...rest }: IDataObject): IDataObject {
	const { accountHolder, ...account } = (bankBeneficiary ?? {}) as IDataObject;
	return {
		...rest,
		beneficiary: { name: accountHolder, ...account },
		...plainStatus(status, 'Disbursement'),
		createdAt: created,
	};
}
