import { consentFields } from './consentFields.graphql';

/** Reads a payment consent; there is no list of them. */
export const consentById = /* GraphQL */ `
	query ConsentById($id: ID!) {
		node(id: $id) {
			... on PaymentConsentRequest {
				...ConsentFields
			}
		}
	}
	${consentFields}
`;
