/**
 * The bank accounts that a person has given access to. `balances` says whether that includes their
 * balances: a field whose scope is missing makes Stitch refuse the others as well.
 */
export const userBankAccounts = /* GraphQL */ `
	query UserBankAccounts($balances: Boolean!) {
		user {
			bankAccounts {
				id
				name
				accountNumber
				accountType
				bankId
				availableBalance @include(if: $balances)
				currentBalance @include(if: $balances)
			}
		}
	}
`;
