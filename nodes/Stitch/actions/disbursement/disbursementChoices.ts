import { asFields } from '../../transport/json';
import { objectFieldOnceId, type SearchableConnection } from '../fields/locator';
import { inConnection } from '../fields/withReference';
import { paymentLabel } from '../recordLabel';
import { asDisbursement, disbursements } from './disbursements';
import { disbursements as query } from './disbursements.graphql';

const connection = {
	query,
	at: ['client', disbursements.graphql.list],
	asOutput: asDisbursement,
};

/** The disbursements of the client, as the editor lists them; REST has no such list. */
export const disbursementChoices = {
	...connection,
	search: 'searchDisbursements',
	label: (disbursement, timezone) =>
		paymentLabel(disbursement, timezone, {
			amount: asFields(disbursement.amount).quantity,
			who: asFields(disbursement.beneficiary).name,
			reference: disbursement.externalReference,
		}),
	withReference: inConnection(connection),
} satisfies SearchableConnection;

const words = {
	displayName: 'Disbursement',
	name: 'disbursementId',
	placeholder: 'e.g. ZGlzYnVyc2VtZW50OjE=',
};

/** Names the disbursement that an operation works on. */
export const theDisbursement = objectFieldOnceId(disbursementChoices, words, 'id');
