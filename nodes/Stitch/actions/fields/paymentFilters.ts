import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';

import { statusType } from '../../schemas/status';
import { dateRange } from '../../schemas/dateRange';
import { check, optionalText } from '../../schemas/field';
import { limit } from '../../schemas/list';
import { statuses } from '../../schemas/statuses';
import type { Item } from '../../run/item';
import { filtersField, rawLimit } from './list';

/** What differs between the GraphQL lists of payments. */
interface PaymentList {
	/** The payments in a sentence: `disbursements`. */
	nouns: string;
	referencePlaceholder: string;
	/** In alphabetical order. */
	statuses: readonly string[];
	/** Filters that only this list has. */
	more?: INodeProperties[];
}

/** What a user filters a list of payments by. */
export interface PaymentFilters {
	externalReference?: string;
	nonce?: string;
	status?: string[];
	created?: IDataObject;
	wanted: number;
}

/** The "Filters" collection of a list of payments. */
export function paymentFilters(list: PaymentList): INodeProperties {
	const { nouns, referencePlaceholder, more = [] } = list;
	const options: INodeProperties[] = [
		{
			displayName: 'Created After',
			name: 'createdAfter',
			type: 'dateTime',
			default: '',
			description: "Only what was created at this time or later, in the workflow's time zone",
		},
		{
			displayName: 'Created Before',
			name: 'createdBefore',
			type: 'dateTime',
			default: '',
			description: "Only what was created at this time or earlier, in the workflow's time zone",
		},
		{
			displayName: 'External Reference',
			name: 'externalReference',
			type: 'string',
			default: '',
			placeholder: referencePlaceholder,
			description: `Only ${nouns} with this external reference`,
		},
		...more,
		{
			displayName: 'Status',
			name: 'status',
			type: 'multiOptions',
			options: list.statuses.map((value) => ({ name: capitalized(value), value })),
			default: [],
			description: `Only ${nouns} with one of these statuses`,
		},
	];
	return filtersField(options);
}

/**
 * Reads and checks the filters and the limit of a list of payments.
 * @throws {InvalidInput}
 */
export function readPaymentFilters(item: Item, known: readonly string[]): PaymentFilters {
	const { createdAfter, createdBefore, ...filters } = item.collection('filters');
	return check(
		z.object({
			externalReference: optionalText('External Reference'),
			nonce: optionalText('Nonce'),
			status: statuses('Status', known),
			created: dateRange({ from: 'Created After', to: 'Created Before', zone: item.timezone }),
			wanted: limit,
		}),
		{ ...filters, created: { from: createdAfter, to: createdBefore }, wanted: rawLimit(item) },
	);
}

/** The part of a GraphQL filter that all payments share. */
export function filterOf({ externalReference, created }: PaymentFilters): IDataObject {
	return {
		...(externalReference && { externalReference: { eq: externalReference } }),
		...(created && { created }),
	};
}

/** A GraphQL filter by status, which GraphQL tells by type; nothing when all statuses are meant. */
export function statusFilter(
	chosen: string[] | undefined,
	prefix: string,
): IDataObject | undefined {
	return chosen && { typename: { in: chosen.map((status) => statusType(status, prefix)) } };
}

function capitalized(status: string): string {
	return status.charAt(0).toUpperCase() + status.slice(1);
}
