import { chargeFields } from './chargeFields.graphql';

/** Charges a payment consent or a stored card. */
export const chargeInitiate = /* GraphQL */ `
	mutation ChargeInitiate($input: TransactionInitiateInput!) {
		initiateTransaction(input: $input) {
			...ChargeFields
		}
	}
	${chargeFields}
`;
