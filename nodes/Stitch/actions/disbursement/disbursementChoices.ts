import { asFields } from '../../transport/json';
import { objectField, type SearchableConnection } from '../fields/locator';
import { inConnection } from '../fields/withReference';
import { paymentLabel } from '../recordLabel';
import { asDisbursement, disbursements } from './disbursements';
import { disbursementsQuery } from './disbursement.graphql';

/** The disbursements of the client; REST has no such list. */
export const disbursementConnection = {
	query: disbursementsQuery,
	at: ['client', disbursements.graphql.list],
	asOutput: asDisbursement,
};

/** The same, as the editor lists them. */
export const disbursementChoices = {
	...disbursementConnection,
	search: 'searchDisbursements',
	label: (disbursement, timezone) =>
		paymentLabel(disbursement, timezone, {
			amount: asFields(disbursement.amount).quantity,
			who: asFields(disbursement.beneficiary).name,
			reference: disbursement.externalReference ?? disbursement.beneficiaryReference,
		}),
	// Without its reference, nobody knows whether a record is the one.
	withReference: inConnection({ ...disbursementConnection, query: disbursementsQuery.full }),
} satisfies SearchableConnection;

const words = {
	displayName: 'Disbursement',
	name: 'disbursementId',
	placeholder: 'e.g. ZGlzYnVyc2VtZW50OjE=',
};

/** Names the disbursement that an operation works on. */
export const theDisbursement = objectField(disbursementChoices, words);
