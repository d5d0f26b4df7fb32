import type { IDataObject } from 'n8n-workflow';

import { paymentRequests } from './paymentRequests.graphql';
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

/** Spec 3.1. */
const statuses = ['cancelled', 'completed', 'expired', 'pending'] as const;

/** Lists payment requests, which REST cannot (public GraphQL reference: `PaymentInitiationRequest`). */
export const getAll = defineOperation<Plan>({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many payment requests',
	description: 'Get the payment requests of the client with their current statuses (by GraphQL)',
	fields: [
		...listFields,
		paymentFilters({
			nouns: 'payment requests',
			referencePlaceholder: 'e.g. order-1017',
			statuses,
		}),
	],

	prepare(item) {
		const filters = readPaymentFilters(item, statuses);
		const typed = statusFilter(filters.status, 'PaymentInitiationRequest');
		return {
			filter: { ...filterOf(filters), ...(typed && { state: typed }) },
			limit: filters.wanted,
		};
	},

	send: async ({ filter, limit }, service) =>
		await readConnection(
			service,
			{
				query: paymentRequests,
				variables: { filter },
				at: ['client', 'paymentInitiationRequests'],
				asOutput: asPaymentRequest,
			},
			limit,
		),
});

/** As REST gives it (spec 2.4), with what GraphQL knows beyond that. */
function asPaymentRequest(node: IDataObject): IDataObject {
	const { created, paymentConfirmation, state, url, ...rest } = node;
	const { status: confirmation } = plainStatus(paymentConfirmation, 'Payment');
	return {
		...rest,
		...plainStatus(state, 'PaymentInitiationRequest'),
		// Completed means paid by the payer; only this says that the money has arrived.
		...(confirmation && { paymentConfirmation: confirmation }),
		interaction: { type: 'redirect', url },
		createdAt: created,
	};
}
