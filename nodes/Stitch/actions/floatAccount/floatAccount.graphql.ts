/** The client's own accounts with the service, including the float account, with their balances. */
export const clientBankAccounts = /* GraphQL */ `
	query ClientBankAccounts {
		client {
			bankAccounts {
				id
				name
				accountFunction
				bankId
				availableBalance
				currentBalance
				updatedAt
			}
		}
	}
`;
