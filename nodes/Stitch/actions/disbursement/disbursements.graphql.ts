import { disbursementFields } from './disbursementFields.graphql';

/** Lists the disbursements of the client, newest first; REST has no such list. */
export const disbursements = /* GraphQL */ `
	query Disbursements($filter: DisbursementFilterInput, $first: UInt, $after: Cursor) {
		client {
			disbursements(filter: $filter, first: $first, after: $after) {
				edges {
					node {
						...DisbursementFields
					}
				}
				pageInfo {
					hasNextPage
					endCursor
				}
			}
		}
	}
	${disbursementFields}
`;
