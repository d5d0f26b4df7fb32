import { chargeFields } from '../charge/chargeFields.graphql';

/** Gives back a charge of a payment consent or of a stored card. */
export const chargeRefundInitiate = /* GraphQL */ `
	mutation ChargeRefundInitiate($input: RefundTransactionInitiateInput!) {
		refundTransactionInitiate(input: $input) {
			...ChargeFields
		}
	}
	${chargeFields}
`;
