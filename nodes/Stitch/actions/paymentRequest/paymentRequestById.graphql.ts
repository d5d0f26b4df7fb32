import { paymentRequestFields } from './paymentRequestFields.graphql';

/** What only GraphQL knows of a payment request, for example whether the money has arrived. */
export const paymentRequestById = /* GraphQL */ `
	query PaymentRequestById($id: ID!, $first: UInt, $after: Cursor) {
		client {
			paymentInitiationRequests(filter: { id: { eq: $id } }, first: $first, after: $after) {
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
