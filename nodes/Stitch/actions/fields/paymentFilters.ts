import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';

import type { Item } from '../../run/item';
import { statusesOf, type ResourceWith } from '../../run/resource';
import { dateRange } from '../../schemas/dateTime';
import { optionalText } from '../../schemas/field';
import { filtersField, limit, readFilters } from './list';
import { capitalized, statuses, statusType } from '../../schemas/status';
import { optionalVisibleText } from '../../schemas/visibleText';
import { withoutUndefined } from '../../transport/json';
import type { ClientList } from '../../transport/graphqlDocument';

/** Payments that GraphQL lists by their status. */
type Payments = Pick<ResourceWith<'statuses'>, 'noun' | 'statuses'> & {
	readonly list: Pick<ClientList, 'statusField' | 'statusPrefix'>;
};

/** What is read from a GraphQL list of payments. */
export interface PaymentListPlan {
	filter: IDataObject;
	limit: number;
}

/** Filters by the references that payments of this kind have. */
export function referenceFilters(
	{ noun }: Pick<Payments, 'noun'>,
	placeholders: { beneficiaryReference: string; externalReference: string },
): INodeProperties[] {
	return [
		{
			displayName: 'Beneficiary Reference',
			name: 'beneficiaryReference',
			type: 'string',
			default: '',
			placeholder: placeholders.beneficiaryReference,
			description: `Only ${noun}s with this beneficiary reference`,
		},
		{
			displayName: 'External Reference',
			name: 'externalReference',
			type: 'string',
			default: '',
			placeholder: placeholders.externalReference,
			description: `Only ${noun}s with this external reference`,
		},
	];
}

/**
 * The "Filters" collection of a list of payments.
 * @param more filters that not every list has
 */
export function paymentFilters(payments: Payments, more: INodeProperties[]): INodeProperties {
	const options: INodeProperties[] = [
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
			displayName: 'Status',
			name: 'status',
			type: 'multiOptions',
			options: statusesOf(payments).map((value) => ({ name: capitalized(value), value })),
			default: [],
			description: `Only ${payments.noun}s with one of these statuses`,
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
			"Only those last updated at this time or later, in the workflow's time zone. We do not know whether Stitch counts the arrival of the money as an update.",
	},
	{
		displayName: 'Updated Before',
		name: 'updatedBefore',
		type: 'dateTime',
		default: '',
		description:
			"Only those last updated at this time or earlier, in the workflow's time zone. A date without a time means the whole day.",
	},
];

/**
 * Reads and checks the filters and the limit of a list of payments.
 * @param field the "Filters" of the panel
 * @throws {InvalidInput}
 */
export function readPaymentList(
	item: Item,
	payments: Payments,
	field: INodeProperties,
): PaymentListPlan {
	const { createdAfter, createdBefore, updatedAfter, updatedBefore } = item.collection('filters');
	const zone = item.timezone;
	const checked = readFilters(
		item,
		field,
		z.object({
			beneficiaryReference: optionalVisibleText('Beneficiary Reference'),
			externalReference: optionalVisibleText('External Reference'),
			nonce: optionalVisibleText('Nonce'),
			paymentRequestId: optionalText('Payment Request ID'),
			status: statuses('Status', statusesOf(payments)),
			created: dateRange({ from: 'Created After', to: 'Created Before', zone }),
			updated: dateRange({ from: 'Updated After', to: 'Updated Before', zone }),
			limit,
		}),
		{
			created: { from: createdAfter, to: createdBefore },
			updated: { from: updatedAfter, to: updatedBefore },
		},
	);
	const { paymentRequestId, status, created, updated, limit: wanted, ...texts } = checked;
	const { statusField, statusPrefix } = payments.list;
	const filter: IDataObject = {
		...equalTo(texts),
		...withoutUndefined({ created, updated }),
		...(paymentRequestId && { paymentInitiationRequest: equalTo({ id: paymentRequestId }) }),
		// In GraphQL, a status is a type.
		...(status && {
			[statusField]: { typename: { in: status.map((each) => statusType(each, statusPrefix)) } },
		}),
	};
	return { filter, limit: wanted };
}

/** The filter for texts that are given. */
function equalTo(texts: Record<string, string | undefined>): IDataObject {
	const given = Object.entries(withoutUndefined(texts));
	return Object.fromEntries(given.map(([name, eq]) => [name, { eq }]));
}
