import { refundFields } from './refundFields.graphql';

/** Finds the refund of a payment request by its nonce; REST lists in-person refunds only. */
export const refundByNonce = /* GraphQL */ `
	query RefundByNonce($nonce: String!) {
		client {
			refunds(filter: { nonce: { eq: $nonce } }) {
				edges {
					node {
						...RefundFields
					}
				}
			}
		}
	}
	${refundFields}
`;
