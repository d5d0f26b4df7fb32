import { paymentRequestFields } from './paymentRequestFields.graphql';

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
						...PaymentRequestFields
					}
				}
				pageInfo {
					hasNextPage
					endCursor
				}
			}
		}
	}
	${paymentRequestFields}
`;
