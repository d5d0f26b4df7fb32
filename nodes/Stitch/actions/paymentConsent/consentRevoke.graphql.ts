import { consentFields } from './consentFields.graphql';

/** Revokes a payment consent that was granted. */
export const consentRevoke = /* GraphQL */ `
	mutation ConsentRevoke($id: ID!, $reason: String!) {
		paymentConsentRequestRevoke(consentRequestId: $id, reason: $reason) {
			...ConsentFields
		}
	}
	${consentFields}
`;
