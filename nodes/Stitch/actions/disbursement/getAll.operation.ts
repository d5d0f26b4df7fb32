import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod/v4';

import { disbursements } from '../../graphql/disbursements';
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

/** Spec 3.2. */
const known = [
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
					placeholder: 'e.g. salary-2026-11-017',
					description: 'Only disbursements with this external reference',
				},
				{
					displayName: 'Nonce',
					name: 'nonce',
					type: 'string',
					default: '',
					placeholder: 'e.g. salary-2026-11-employee-17',
					description: 'Only the disbursement that was created with this nonce',
				},
				{
					displayName: 'Status',
					name: 'status',
					type: 'multiOptions',
					options: [
						{ name: 'Cancelled', value: 'cancelled' },
						{ name: 'Completed', value: 'completed' },
						{ name: 'Error', value: 'error' },
						{ name: 'Paused', value: 'paused' },
						{ name: 'Pending', value: 'pending' },
						{ name: 'Reversed', value: 'reversed' },
						{ name: 'Submitted', value: 'submitted' },
					],
					default: [],
					description: 'Only disbursements with one of these statuses',
				},
			],
		},
	],

	prepare(item) {
		const { createdAfter, createdBefore, ...filters } = item.collection('filters');
		const { wanted, ...found } = check(
			z.object({
				nonce: optionalText('Nonce'),
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
				query: disbursements,
				variables: { filter },
				at: ['client', 'disbursements'],
				asOutput: asDisbursement,
			},
			wanted,
		),
});

interface Filters {
	nonce?: string;
	externalReference?: string;
	status?: string[];
	created?: IDataObject;
}

function filterOf({ nonce, externalReference, status, created }: Filters): IDataObject {
	const types = status?.map((each) => statusType(each, 'Disbursement'));
	return {
		...(nonce && { nonce: { eq: nonce } }),
		...(externalReference && { externalReference: { eq: externalReference } }),
		...(types && { status: { typename: { in: types } } }),
		...(created && { created }),
	};
}

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
