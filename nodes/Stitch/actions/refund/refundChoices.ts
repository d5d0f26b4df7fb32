import type { IDataObject } from 'n8n-workflow';

import { asFields } from '../../transport/json';
import type { Connection } from '../../transport/graphqlPaging';
import { objectField, type Choices } from '../fields/locator';
import { inConnection } from '../fields/withReference';
import { paymentRequestChoices } from '../paymentRequest/paymentRequestChoices';
import { paymentLabel } from '../recordLabel';
import { onlineRefundsQuery } from './refund.graphql';
import { asRefund, onlineRefunds } from './refunds';

/** The refunds of payment requests; those of in-person charges are in a list of REST. */
export const onlineRefundConnection: Connection = {
	query: onlineRefundsQuery,
	at: ['client', onlineRefunds.list],
	asOutput: asRefund,
};

/** All payment requests with a reference are read: a refund of any of them may be meant. */
const paymentRequestsWith = inConnection(paymentRequestChoices, Infinity);

/** The refunds of the client, as the editor lists them. */
export const refundChoices = {
	search: 'searchRefunds',
	label: (refund, timezone) =>
		// The record of an in-person refund is not specified, so any of it may be missing.
		paymentLabel(refund, timezone, {
			amount: asFields(refund.amount).quantity ?? refund.amount,
			who: refund.beneficiaryReference,
			reference: refund.externalReference ?? refund.reason,
		}),
	referenceHint: 'The external reference of the payment request that was refunded',
	async withReference(service, reference) {
		const paymentRequests = await paymentRequestsWith(service, reference);
		return paymentRequests.flatMap(({ refunds }) => (refunds ?? []) as IDataObject[]);
	},
} satisfies Choices;

/** Names the refund that an operation works on. */
export const theRefund = objectField(refundChoices, {
	displayName: 'Refund',
	name: 'refundId',
	placeholder: 'e.g. cmVmdW5kOjE=',
	description:
		'Choose the refund from the list, or give the external reference of its payment request, or its ID. A refund of a charge: by its ID only.',
});
