/** The fields that are read of a payment consent. Of unions, only the name is known. */
export const consentFields = /* GraphQL */ `
	fragment ConsentFields on PaymentConsentRequest {
		id
		url
		nonce
		externalReference
		metadata
		statusReason
		consentDetails {
			__typename
		}
		status {
			__typename
			... on PaymentConsentPending {
				date
			}
			... on PaymentConsentProcessing {
				date
			}
			... on PaymentConsentGranted {
				date
				isPendingRevocation
			}
			... on PaymentConsentFailed {
				date
				details {
					__typename
				}
			}
			... on PaymentConsentCancelled {
				date
			}
			... on PaymentConsentExpired {
				date
			}
			... on PaymentConsentRevoked {
				date
			}
			... on PaymentConsentPaused {
				date
			}
		}
	}
`;
