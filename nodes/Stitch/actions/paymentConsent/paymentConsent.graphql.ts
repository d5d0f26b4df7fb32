import { fragment, nodeDocument } from '../../transport/graphqlDocument';

/** Only the names of unions are known. */
const consentFields = fragment(
	'PaymentConsentRequest',
	`
	id
	url
	nonce
	statusReason
	consentDetails { __typename }
	status {
		__typename
		... on PaymentConsentPending { date }
		... on PaymentConsentProcessing { date }
		... on PaymentConsentGranted { date isPendingRevocation }
		... on PaymentConsentFailed { date details { __typename } }
		... on PaymentConsentCancelled { date }
		... on PaymentConsentExpired { date }
		... on PaymentConsentRevoked { date }
	}
	`,
	{
		externalReference: 'externalReference',
		// The type of this status is also a young one.
		metadata: 'metadata status { ... on PaymentConsentPaused { date } }',
	},
);

/** Stitch has no list of payment consents. */
export const consentById = nodeDocument('PaymentConsentRequest', consentFields);

/**
 * The fields that a mutation asks for. The dates of some states are not published, so it asks for none.
 */
const consentMade = fragment('PaymentConsentRequest', 'id url nonce status { __typename }');

export const consentCreate = /* GraphQL */ `
	mutation ConsentCreate($input: CreatePaymentConsentRequestInput!) {
		paymentConsentRequestCreate(input: $input) {
			...${consentMade.name}
		}
	}
	${consentMade.full}
`;

export const consentCancel = /* GraphQL */ `
	mutation ConsentCancel($id: ID!, $reason: String!) {
		paymentConsentRequestCancel(consentRequestId: $id, reason: $reason) {
			...${consentMade.name}
		}
	}
	${consentMade.full}
`;

export const consentRevoke = /* GraphQL */ `
	mutation ConsentRevoke($id: ID!, $reason: String!) {
		paymentConsentRequestRevoke(consentRequestId: $id, reason: $reason) {
			...${consentMade.name}
		}
	}
	${consentMade.full}
`;
