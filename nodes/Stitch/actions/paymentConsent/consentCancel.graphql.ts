import { consentFields } from './consentFields.graphql';

/** Cancels a payment consent that is not granted yet. */
export const consentCancel = /* GraphQL */ `
	mutation ConsentCancel($id: ID!, $reason: String!) {
		paymentConsentRequestCancel(consentRequestId: $id, reason: $reason) {
			...ConsentFields
		}
	}
	${consentFields}
`;
