/** Which banks are up today (public guides). The list has no pages. */
export const bankStates = /* GraphQL */ `
	query BankStates {
		banks {
			bankId
			name
			country
			state {
				__typename
				... on BankSupportedState {
					featureStatus {
						payments {
							__typename
							description
							since
						}
					}
				}
				... on BankUnsupportedState {
					description
				}
			}
		}
	}
`;
