/** Finds the refund of a payment request by its nonce; REST lists in-person refunds only. */
export const refundByNonce = /* GraphQL */ `
	query RefundByNonce($nonce: String!) {
		client {
			refunds(filter: { nonce: { eq: $nonce } }) {
				edges {
					node {
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
		}
	}
`;
