import { refundFields } from './refundFields.graphql';

/** Gives money of a completed payment request back. */
export const refundInitiate = /* GraphQL */ `
	mutation RefundInitiate($input: ClientRefundInitiateInput!) {
		clientRefundInitiate(input: $input) {
			refund {
				...RefundFields
			}
		}
	}
	${refundFields}
`;
