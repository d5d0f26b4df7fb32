import { documentOf, fragment, nodeDocument } from '../../transport/graphqlDocument';

/** What is read of a charge, or of the refund of one. */
export const chargeFields = fragment(
	'PaymentTransaction',
	`
	__typename
	id
	amount
	nonce
	externalReference
	interactionUrl
	originalTransaction { id }
	state {
		__typename
		... on TransactionPending { date reason }
		... on TransactionSuccess { date }
		... on TransactionFailure { date reason }
	}
	`,
	{ metadata: 'metadata', paymentConsentId: 'paymentConsentRequest { id }' },
);

export const chargeById = nodeDocument('PaymentTransaction', chargeFields);

/**
 * The public reference prints the filter and no pages, and public code asks for the list; nothing is
 * known of its order.
 */
export const chargeByNonce = documentOf(
	`query ChargeByNonce($nonce: String!) {
		client { transactions(filter: { nonce: { eq: $nonce } }) { edges { node { ...${chargeFields.name} } } } }
	}`,
	[chargeFields],
);

/** Charges a payment consent or a stored card. */
export const chargeInitiate = /* GraphQL */ `
	mutation ChargeInitiate($input: TransactionInitiateInput!) {
		initiateTransaction(input: $input) {
			...PaymentTransactionFields
		}
	}
	${chargeFields.full}
`;
