import { consentFields } from './consentFields.graphql';

/** Asks a payer to agree to be charged. */
export const consentCreate = /* GraphQL */ `
	mutation ConsentCreate($input: CreatePaymentConsentRequestInput!) {
		paymentConsentRequestCreate(input: $input) {
			...ConsentFields
		}
	}
	${consentFields}
`;
