import { refundFields } from './refundFields.graphql';

/** Lists the refunds of payment requests, newest first; REST lists in-person refunds only. */
export const onlineRefunds = /* GraphQL */ `
	query OnlineRefunds($filter: RefundFilterInput, $first: UInt, $after: Cursor) {
		client {
			refunds(filter: $filter, first: $first, after: $after) {
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
