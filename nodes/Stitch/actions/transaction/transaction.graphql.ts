/** Lists the transactions of one bank account of a person. */
export const transactions = /* GraphQL */ `
	query Transactions(
		$accountId: ID!
		$filter: TransactionFilterInput
		$first: UInt
		$after: Cursor
	) {
		node(id: $accountId) {
			... on BankAccount {
				transactions(filter: $filter, first: $first, after: $after) {
					edges {
						node {
							id
							amount
							date
							description
							reference
							runningBalance
						}
					}
					pageInfo {
						hasNextPage
						endCursor
					}
				}
			}
		}
	}
`;
