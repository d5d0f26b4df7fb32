/** The fields that are read of a disbursement in a list. */
export const disbursementFields = /* GraphQL */ `
	fragment DisbursementFields on Disbursement {
		id
		amount
		nonce
		externalReference
		beneficiaryReference
		bankBeneficiary {
			accountHolder
			accountNumber
			bankId
		}
		created
		status {
			__typename
			... on DisbursementPending {
				date
			}
			... on DisbursementSubmitted {
				date
			}
			... on DisbursementCompleted {
				date
			}
			... on DisbursementError {
				date
				disbursementErrorReason
				disbursementErrorDescription
			}
			... on DisbursementPaused {
				date
				disbursementPausedReason
			}
			... on DisbursementCancelled {
				date
				disbursementCancelledReason
			}
			... on DisbursementReversed {
				date
				disbursementReversedReason
				disbursementReversedDescription
			}
		}
	}
`;
