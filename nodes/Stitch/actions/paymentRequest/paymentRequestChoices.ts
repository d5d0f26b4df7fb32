import { asFields } from '../../transport/json';
import { objectField, type SearchableConnection } from '../fields/locator';
import { inConnection } from '../fields/withReference';
import { paymentLabel } from '../recordLabel';
import { asPaymentRequest, paymentRequestIdPlaceholder, paymentRequests } from './paymentRequests';
import { paymentRequestsQuery } from './paymentRequest.graphql';

/** The payment requests of the client; REST has no such list. */
export const paymentRequestConnection = {
	query: paymentRequestsQuery.core,
	at: ['client', paymentRequests.graphql.list],
	asOutput: asPaymentRequest,
};

/** The same, as the editor lists them. */
export const paymentRequestChoices = {
	...paymentRequestConnection,
	search: 'searchPaymentRequests',
	label: (request, timezone) =>
		paymentLabel(request, timezone, {
			amount: asFields(request.amount).quantity,
			who: request.payerReference,
			reference: request.externalReference,
		}),
	withReference: inConnection(paymentRequestConnection),
} satisfies SearchableConnection;

/** How every field that names a payment request is worded. */
export const paymentRequestWords = {
	displayName: 'Payment Request',
	name: 'paymentRequestId',
	placeholder: paymentRequestIdPlaceholder,
};

/** Names the payment request that an operation works on. */
export const thePaymentRequest = objectField(paymentRequestChoices, paymentRequestWords);
