import { refundFields } from './refundFields.graphql';

/** Refunds a completed payment request. */
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
