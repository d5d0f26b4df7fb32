import { documentOf, fragment, nodeDocument } from '../../transport/graphqlDocument';

/** What is read of a charge, or of the refund of one. */
const chargeFields = fragment(
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
 * known of its order, nor of how many it holds at once.
 */
export const chargeList = documentOf(
	`query Charges($filter: PaymentTransactionsFilterInput) {
		client { transactions(filter: $filter) { edges { node { ...${chargeFields.name} } } } }
	}`,
	[chargeFields],
);

/**
 * What a mutation asks for: only what decides about money. One field that Stitch does not know would
 * refuse every charge; the rest is read afterwards, also the reason of the state.
 */
export const chargeMade = fragment(
	'PaymentTransaction',
	`
	__typename
	id
	amount
	nonce
	interactionUrl
	state {
		__typename
		... on TransactionPending { date }
		... on TransactionSuccess { date }
		... on TransactionFailure { date }
	}
	`,
);

export const chargeInitiate = /* GraphQL */ `
	mutation ChargeInitiate($input: TransactionInitiateInput!) {
		initiateTransaction(input: $input) {
			...${chargeMade.name}
		}
	}
	${chargeMade.full}
`;
