/** The fields that are read of a payment request, in a list or by its ID. */
export const paymentRequestFields = /* GraphQL */ `
	fragment PaymentRequestFields on PaymentInitiationRequest {
		id
		amount
		externalReference
		payerReference
		beneficiaryReference
		metadata
		expireAt
		created
		updated
		url
		state {
			__typename
			... on PaymentInitiationRequestCompleted {
				date
			}
			... on PaymentInitiationRequestManuallyCompleted {
				date
			}
			... on PaymentInitiationRequestCancelled {
				date
				reason
			}
			... on PaymentInitiationRequestExpired {
				date
			}
		}
		paymentConfirmation {
			__typename
			... on PaymentReceived {
				received
				estimatedSettlement
			}
			... on PaymentUnsettled {
				description
			}
		}
		refunds {
			id
			amount
			status {
				__typename
			}
		}
		settlement {
			id
			reference
		}
		events {
			__typename
			occurred
			description
		}
	}
`;
