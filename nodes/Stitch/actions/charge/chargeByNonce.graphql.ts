import { chargeFields } from './chargeFields.graphql';

/**
 * Finds a charge, or the refund of one, by its nonce. The public reference prints the filter, and
 * public code asks for the list; nothing is known of its order or its pages.
 */
export const chargeByNonce = /* GraphQL */ `
	query ChargeByNonce($nonce: String!) {
		client {
			transactions(filter: { nonce: { eq: $nonce } }) {
				edges {
					node {
						...ChargeFields
					}
				}
			}
		}
	}
	${chargeFields}
`;
