import { fragment, type ClientList } from '../../transport/graphqlDocument';

const disbursementFields = fragment(
	'Disbursement',
	`
	id
	amount
	nonce
	beneficiaryReference
	bankBeneficiary { accountHolder accountNumber bankId }
	created
	status {
		__typename
		... on DisbursementPending { date }
		... on DisbursementSubmitted { date }
		... on DisbursementCompleted { date }
		... on DisbursementError { date disbursementErrorReason disbursementErrorDescription }
		... on DisbursementPaused { date disbursementPausedReason }
		... on DisbursementCancelled { date disbursementCancelledReason }
		... on DisbursementReversed {
			date
			disbursementReversedReason
			disbursementReversedDescription
		}
	}
	`,
	{ externalReference: 'externalReference' },
);

/** The disbursements of the client; REST has no such list. */
export const disbursementList: ClientList = {
	list: 'disbursements',
	filterInput: 'DisbursementFilterInput',
	statusField: 'status',
	statusPrefix: 'Disbursement',
	fields: disbursementFields,
};
