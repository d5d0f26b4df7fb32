/** The fields that are read of a charge, however it is found. */
export const chargeFields = /* GraphQL */ `
	fragment ChargeFields on PaymentTransaction {
		__typename
		id
		amount
		nonce
		externalReference
		interactionUrl
		metadata
		originalTransaction {
			id
		}
		paymentConsentRequest {
			id
		}
		state {
			__typename
			... on TransactionPending {
				date
				reason
			}
			... on TransactionSuccess {
				date
			}
			... on TransactionFailure {
				date
				reason
			}
		}
	}
`;
