import { refundFields } from './refundFields.graphql';

/** Finds the refund of a payment request by its ID. */
export const refundById = /* GraphQL */ `
	query RefundById($id: ID!, $first: UInt, $after: Cursor) {
		client {
			refunds(filter: { id: { eq: $id } }, first: $first, after: $after) {
				edges {
					node {
						...RefundFields
					}
				}
				pageInfo {
					hasNextPage
					endCursor
				}
			}
		}
	}
	${refundFields}
`;
