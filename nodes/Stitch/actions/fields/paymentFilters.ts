import type { IDataObject } from 'n8n-workflow';

import { statusesOf, type ResourceWith } from '../../run/resource';
import { optionalDateTime, spanFilter, whyNoSpan } from '../../schemas/dateTime';
import type { Mistake } from '../../schemas/invalidInput';
import type { Field } from '../../schemas/form';
import { dateField, field, textField } from '../../schemas/formFields';
import { capitalized, statuses, statusType } from '../../schemas/status';
import { optionalVisibleText } from '../../schemas/visibleText';
import { withoutUndefined } from '../../transport/json';
import type { ClientList } from '../../transport/graphqlDocument';
import { filtersField } from './list';

type Payments = Pick<ResourceWith<'statuses'>, 'noun' | 'statuses'> & {
	readonly list: Pick<ClientList, 'statusField' | 'statusPrefix'>;
};

export const referenceFilters = (
	{ noun }: Pick<Payments, 'noun'>,
	placeholders: { beneficiaryReference: string; externalReference: string },
) => ({
	beneficiaryReference: textField(
		{
			displayName: 'Beneficiary Reference',
			placeholder: placeholders.beneficiaryReference,
			description: `Only ${noun}s with this beneficiary reference`,
		},
		optionalVisibleText,
	),
	externalReference: textField(
		{
			displayName: 'External Reference',
			placeholder: placeholders.externalReference,
			description: `Only ${noun}s with this external reference`,
		},
		optionalVisibleText,
	),
});

const until = (label: string) => optionalDateTime(label, { endOfDay: true });

const wholeDay = 'A date without a time means the whole day.';

const created = {
	createdAfter: dateField(
		{
			displayName: 'Created After',
			description: "Only those created at this time or later, in the workflow's time zone",
		},
		optionalDateTime,
	),
	createdBefore: dateField(
		{
			displayName: 'Created Before',
			description: `Only those created at this time or earlier, in the workflow's time zone. ${wholeDay}`,
		},
		until,
	),
};

/** For lists that Stitch can filter by the last change. */
export const updatedFilters = {
	updatedAfter: dateField(
		{
			displayName: 'Updated After',
			description:
				"Only those last updated at this time or later, in the workflow's time zone. Stitch does not say whether the arrival of the money counts as an update.",
		},
		optionalDateTime,
	),
	updatedBefore: dateField(
		{
			displayName: 'Updated Before',
			description: `Only those last updated at this time or earlier, in the workflow's time zone. ${wholeDay}`,
		},
		until,
	),
};

/** @param more filters that not every list has */
export function paymentFilters<More extends Record<string, Field>>(payments: Payments, more: More) {
	const status = field(
		{
			displayName: 'Status',
			type: 'multiOptions',
			options: statusesOf(payments).map((value) => ({ name: capitalized(value), value })),
			default: [],
			description: `Only ${payments.noun}s with one of these statuses`,
		},
		statuses('Status', statusesOf(payments)),
	);
	return filtersField({ ...created, status, ...more }, (filters) => whyNoSpans(filters as Span));
}

interface PaymentFilters {
	createdAfter: string | undefined;
	createdBefore: string | undefined;
	updatedAfter?: string | undefined;
	updatedBefore?: string | undefined;
	status: string[] | undefined;
	beneficiaryReference?: string | undefined;
	externalReference?: string | undefined;
	nonce?: string | undefined;
	paymentRequestId?: string | undefined;
}

type Span = Pick<
	PaymentFilters,
	'createdAfter' | 'createdBefore' | 'updatedAfter' | 'updatedBefore'
>;

function whyNoSpans({ createdAfter, createdBefore, updatedAfter, updatedBefore }: Span): Mistake[] {
	return [
		...whyNoSpan(['Created After', 'Created Before'], createdAfter, createdBefore),
		...whyNoSpan(['Updated After', 'Updated Before'], updatedAfter, updatedBefore),
	];
}

export function paymentFilter({ list }: Payments, filters: PaymentFilters): IDataObject {
	const { status, paymentRequestId, beneficiaryReference, externalReference, nonce } = filters;
	const { statusField, statusPrefix } = list;
	return {
		...equalTo({ beneficiaryReference, externalReference, nonce }),
		...withoutUndefined({
			created: spanFilter(filters.createdAfter, filters.createdBefore),
			updated: spanFilter(filters.updatedAfter, filters.updatedBefore),
		}),
		...(paymentRequestId && { paymentInitiationRequest: equalTo({ id: paymentRequestId }) }),
		// In GraphQL, a status is a type.
		...(status && {
			[statusField]: { typename: { in: status.map((each) => statusType(each, statusPrefix)) } },
		}),
	};
}

function equalTo(texts: Record<string, string | undefined>): IDataObject {
	const filled = Object.entries(withoutUndefined(texts));
	return Object.fromEntries(filled.map(([name, eq]) => [name, { eq }]));
}
