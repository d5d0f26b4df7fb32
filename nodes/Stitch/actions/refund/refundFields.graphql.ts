/** The fields that are read of a refund, however it is found. */
export const refundFields = /* GraphQL */ `
	fragment RefundFields on Refund {
		id
		amount
		reason
		nonce
		beneficiaryReference
		created
		paymentInitiationRequest {
			id
			externalReference
		}
		status {
			__typename
			... on RefundPending {
				date
			}
			... on RefundSubmitted {
				date
			}
			... on RefundCompleted {
				date
			}
			... on RefundError {
				date
				reason
			}
			... on RefundPaused {
				date
			}
		}
	}
`;
