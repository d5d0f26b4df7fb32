import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';

import type { Item } from '../../run/item';
import { statusesOf } from '../../run/lifecycle';
import { dateRange } from '../../schemas/dateRange';
import { check } from '../../schemas/field';
import { limit } from '../../schemas/list';
import { capitalized, statuses, statusType } from '../../schemas/status';
import { optionalVisibleText } from '../../schemas/visibleText';
import type { ListedLifecycle } from '../resourceTypes';
import { emptyFilters, filtersField, rawLimit } from './list';

/** What is read from a GraphQL list of payments. */
export interface PaymentListPlan {
	filter: IDataObject;
	limit: number;
}

/** What differs between the "Filters" of two lists. */
interface FilterDetails {
	placeholders: { beneficiaryReference: string; externalReference: string };
	/** Filters that only this list has. */
	more?: INodeProperties[];
}

/** The "Filters" collection of a list of payments. */
export function paymentFilters(
	lifecycle: ListedLifecycle,
	{ placeholders, more = [] }: FilterDetails,
): INodeProperties {
	const nouns = `${lifecycle.noun}s`;
	const options: INodeProperties[] = [
		{
			displayName: 'Beneficiary Reference',
			name: 'beneficiaryReference',
			type: 'string',
			default: '',
			placeholder: placeholders.beneficiaryReference,
			description: `Only ${nouns} with this beneficiary reference`,
		},
		{
			displayName: 'Created After',
			name: 'createdAfter',
			type: 'dateTime',
			default: '',
			description: "Only those created at this time or later, in the workflow's time zone",
		},
		{
			displayName: 'Created Before',
			name: 'createdBefore',
			type: 'dateTime',
			default: '',
			description:
				"Only those created at this time or earlier, in the workflow's time zone. A date without a time means the whole day.",
		},
		{
			displayName: 'External Reference',
			name: 'externalReference',
			type: 'string',
			default: '',
			placeholder: placeholders.externalReference,
			description: `Only ${nouns} with this external reference`,
		},
		{
			displayName: 'Status',
			name: 'status',
			type: 'multiOptions',
			options: statusesOf(lifecycle).map((value) => ({ name: capitalized(value), value })),
			default: [],
			description: `Only ${nouns} with one of these statuses`,
		},
		...more,
	];
	return filtersField(
		options.sort((one, other) => one.displayName.localeCompare(other.displayName, 'en')),
	);
}

/** Filters by when something last changed, for lists that can be asked for that. */
export const updatedFilters: INodeProperties[] = [
	{
		displayName: 'Updated After',
		name: 'updatedAfter',
		type: 'dateTime',
		default: '',
		description:
			"Only what last changed at this time or later, in the workflow's time zone. It is not known whether the arrival of the money counts as a change.",
	},
	{
		displayName: 'Updated Before',
		name: 'updatedBefore',
		type: 'dateTime',
		default: '',
		description:
			"Only what last changed at this time or earlier, in the workflow's time zone. A date without a time means the whole day.",
	},
];

/**
 * Reads and checks the filters and the limit of a list of payments.
 * @param field the "Filters" of the panel
 * @throws {InvalidInput}
 */
export function readPaymentList(
	item: Item,
	lifecycle: ListedLifecycle,
	field: INodeProperties,
): PaymentListPlan {
	const { createdAfter, createdBefore, updatedAfter, updatedBefore, ...filters } =
		item.collection('filters');
	const zone = item.timezone;
	const { beneficiaryReference, externalReference, nonce, status, created, updated, wanted } =
		check(
			z.object({
				beneficiaryReference: optionalVisibleText('Beneficiary Reference'),
				externalReference: optionalVisibleText('External Reference'),
				nonce: optionalVisibleText('Nonce'),
				status: statuses('Status', statusesOf(lifecycle)),
				created: dateRange({ from: 'Created After', to: 'Created Before', zone }),
				updated: dateRange({ from: 'Updated After', to: 'Updated Before', zone }),
				wanted: limit,
			}),
			{
				...filters,
				created: { from: createdAfter, to: createdBefore },
				updated: { from: updatedAfter, to: updatedBefore },
				wanted: rawLimit(item),
			},
			emptyFilters(item, field),
		);
	const { statusField, statusPrefix } = lifecycle.graphql;
	const filter: IDataObject = {
		...(beneficiaryReference && { beneficiaryReference: { eq: beneficiaryReference } }),
		...(externalReference && { externalReference: { eq: externalReference } }),
		...(created && { created }),
		...(updated && { updated }),
		...(nonce && { nonce: { eq: nonce } }),
		// In GraphQL, a status is a type.
		...(status && {
			[statusField]: { typename: { in: status.map((each) => statusType(each, statusPrefix)) } },
		}),
	};
	return { filter, limit: wanted };
}
