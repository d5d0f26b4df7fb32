import { documentOf, fragment, nodeDocument } from '../../transport/graphqlDocument';

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
 * The public reference shows the filter but no paging; public code uses this list. Its order and page
 * size are not known.
 */
export const chargeList = documentOf(
	`query Charges($filter: PaymentTransactionsFilterInput) {
		client { transactions(filter: $filter) { edges { node { ...${chargeFields.name} } } } }
	}`,
	[chargeFields],
);

/**
 * The fields that a mutation asks for: only those that decide about money. If it asked for one field that
 * Stitch does not know, Stitch would refuse every charge. The other fields, such as the reason of the
 * state, are read afterwards.
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
