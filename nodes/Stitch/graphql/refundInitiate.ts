/** Gives money of a completed payment request back. */
export const refundInitiate = /* GraphQL */ `
	mutation RefundInitiate($input: ClientRefundInitiateInput!) {
		clientRefundInitiate(input: $input) {
			refund {
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
				}
			}
		}
	}
`;
