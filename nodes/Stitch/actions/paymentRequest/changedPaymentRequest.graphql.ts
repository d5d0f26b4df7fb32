/** The fields that are read of a payment request to tell what has changed. */
export const changedPaymentRequest = /* GraphQL */ `
	fragment ChangedPaymentRequest on PaymentInitiationRequest {
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
			}
		}
	}
`;
