import { fragment, type ClientList } from '../../transport/graphqlDocument';
import { chargeMade } from '../charge/charge.graphql';

const refundFields = fragment(
	'Refund',
	// The reason of RefundPaused is of another type than that of RefundError, and Stitch refuses both
	// under one name; `readStatus` takes what ends in "reason".
	`
	id
	amount
	reason
	nonce
	beneficiaryReference
	created
	paymentInitiationRequest { id externalReference }
	status {
		__typename
		... on RefundPending { date }
		... on RefundSubmitted { date }
		... on RefundCompleted { date }
		... on RefundError { date reason }
		... on RefundPaused { date pausedReason: reason }
	}
	`,
);

/** The refunds of payment requests; REST lists in-person refunds only. */
export const onlineRefundList: ClientList = {
	list: 'refunds',
	filterInput: 'RefundFilterInput',
	statusField: 'status',
	statusPrefix: 'Refund',
	fields: refundFields,
};

/** Asks only for the fields that decide about money. */
export const refundInitiate = /* GraphQL */ `
	mutation RefundInitiate($input: ClientRefundInitiateInput!) {
		clientRefundInitiate(input: $input) {
			refund {
				id
				amount
				nonce
				status {
					__typename
					... on RefundPending {
						date
					}
					... on RefundSubmitted {
						date
					}
					... on RefundCompleted {
						date
					}
					... on RefundError {
						date
					}
					... on RefundPaused {
						date
					}
				}
			}
		}
	}
`;

export const chargeRefundInitiate = /* GraphQL */ `
	mutation ChargeRefundInitiate($input: RefundTransactionInitiateInput!) {
		refundTransactionInitiate(input: $input) {
			...${chargeMade.name}
		}
	}
	${chargeMade.full}
`;
