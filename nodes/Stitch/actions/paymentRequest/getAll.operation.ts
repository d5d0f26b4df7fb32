import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod/v4';

import { paymentRequests } from '../../graphql/paymentRequests';
import { plainStatus, statusType } from '../../graphql/plainStatus';
import { dateRange } from '../../schemas/dateRange';
import { check, optionalText } from '../../schemas/field';
import { limit } from '../../schemas/list';
import { statuses } from '../../schemas/statuses';
import { readConnection } from '../../transport/connectionPages';
import { createdFields, createdLabels } from '../fields/created';
import { listFields, rawLimit } from '../fields/list';
import { defineOperation } from '../operation';

interface Plan {
	filter: IDataObject;
	limit: number;
}

/** Spec 3.1. */
const known = ['cancelled', 'completed', 'expired', 'pending'] as const;

/** Lists payment requests, which REST cannot (public GraphQL reference: `PaymentInitiationRequest`). */
export const getAll = defineOperation<Plan>({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many payment requests',
	description: 'Get the payment requests of the client with their current statuses (by GraphQL)',
	fields: [
		...listFields,
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add filter',
			default: {},
			options: [
				...createdFields,
				{
					displayName: 'External Reference',
					name: 'externalReference',
					type: 'string',
					default: '',
					placeholder: 'e.g. order-1017',
					description: 'Only payment requests with this external reference',
				},
				{
					displayName: 'Status',
					name: 'status',
					type: 'multiOptions',
					options: [
						{ name: 'Cancelled', value: 'cancelled' },
						{ name: 'Completed', value: 'completed' },
						{ name: 'Expired', value: 'expired' },
						{ name: 'Pending', value: 'pending' },
					],
					default: [],
					description: 'Only payment requests with one of these statuses',
				},
			],
		},
	],

	prepare(item) {
		const { createdAfter, createdBefore, ...filters } = item.collection('filters');
		const { wanted, ...found } = check(
			z.object({
				externalReference: optionalText('External Reference'),
				status: statuses('Status', known),
				created: dateRange({ ...createdLabels, zone: item.timezone }),
				wanted: limit,
			}),
			{ ...filters, created: { from: createdAfter, to: createdBefore }, wanted: rawLimit(item) },
		);
		return { filter: filterOf(found), limit: wanted };
	},

	send: async ({ filter, limit: wanted }, service) =>
		await readConnection(
			service,
			{
				query: paymentRequests,
				variables: { filter },
				at: ['client', 'paymentInitiationRequests'],
				asOutput: asPaymentRequest,
			},
			wanted,
		),
});

interface Filters {
	externalReference?: string;
	status?: string[];
	created?: IDataObject;
}

function filterOf({ externalReference, status, created }: Filters): IDataObject {
	const types = status?.map((each) => statusType(each, 'PaymentInitiationRequest'));
	return {
		...(externalReference && { externalReference: { eq: externalReference } }),
		...(types && { state: { typename: { in: types } } }),
		...(created && { created }),
	};
}

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
