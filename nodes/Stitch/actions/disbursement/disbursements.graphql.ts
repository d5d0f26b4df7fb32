/** Lists the disbursements of the client, newest first; REST has no such list. */
export const disbursements = /* GraphQL */ `
	query Disbursements($filter: DisbursementFilterInput, $first: UInt, $after: Cursor) {
		client {
			disbursements(filter: $filter, first: $first, after: $after) {
				edges {
					node {
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
				}
				pageInfo {
					hasNextPage
					endCursor
				}
			}
		}
	}
`;
