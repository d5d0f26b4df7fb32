import { fragment, type ClientList } from '../../transport/graphqlDocument';

/** What is read to see whether a payment request has changed. */
const basics = `
	id
	amount
	externalReference
	payerReference
	beneficiaryReference
	expireAt
	created
	updated
	url
	state {
		__typename
		... on PaymentInitiationRequestCompleted { date }
		... on PaymentInitiationRequestManuallyCompleted { date }
		... on PaymentInitiationRequestCancelled { date reason }
		... on PaymentInitiationRequestExpired { date }
	}
	paymentConfirmation { __typename ... on PaymentReceived { received } }
`;

/** The payment requests of the client, newest first; REST has no such list. */
export const paymentRequestList: ClientList = {
	list: 'paymentInitiationRequests',
	filterInput: 'PaymentInitiationRequestFilterInput',
	statusField: 'state',
	statusPrefix: 'PaymentInitiationRequest',
	fields: fragment(
		'PaymentInitiationRequest',
		`
		${basics}
		paymentConfirmation {
			... on PaymentReceived { estimatedSettlement }
			... on PaymentUnsettled { description }
		}
		refunds { id amount nonce status { __typename } }
		settlement { id reference }
		events { __typename occurred description }
		`,
		{ metadata: 'metadata' },
	),
};

/** The same list, with only the fields that show a change. */
export const changedPaymentRequestList: ClientList = {
	...paymentRequestList,
	fields: fragment('PaymentInitiationRequest', basics),
};

/** Pays a payment request of a test client, without a payer (public reference). */
export const simulateComplete = /* GraphQL */ `
	mutation SimulateComplete($input: TestClientPaymentInitiationRequestSimulateCompleteInput!) {
		testClientPaymentInitiationRequestSimulateComplete(input: $input) {
			paymentRequestId
		}
	}
`;

/** Lets the money of a payment of a test client arrive (public reference). */
export const simulateConfirmation = /* GraphQL */ `
	mutation SimulateConfirmation($input: TestClientCreatePaymentConfirmationInput!) {
		testClientCreatePaymentConfirmation(input: $input) {
			paymentRequestId
		}
	}
`;
