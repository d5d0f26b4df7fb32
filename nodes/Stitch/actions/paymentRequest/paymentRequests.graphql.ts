/** Lists the payment requests of the client, newest first; REST has no such list. */
export const paymentRequests = /* GraphQL */ `
	query PaymentRequests(
		$filter: PaymentInitiationRequestFilterInput
		$first: UInt
		$after: Cursor
	) {
		client {
			paymentInitiationRequests(filter: $filter, first: $first, after: $after) {
				edges {
					node {
						id
						amount
						externalReference
						payerReference
						beneficiaryReference
						expireAt
						created
						url
						state {
							__typename
							... on PaymentInitiationRequestCompleted {
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
