/** Finds a disbursement by its nonce; REST cannot. */
export const disbursementByNonce = /* GraphQL */ `
	query DisbursementByNonce($nonce: String!) {
		client {
			disbursements(filter: { nonce: { eq: $nonce } }) {
				edges {
					node {
						id
						nonce
					}
				}
			}
		}
	}
`;
