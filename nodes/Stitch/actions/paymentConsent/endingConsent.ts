import { tryMutation } from '../../idempotency/mutation';
import { defineOperation, type Operation } from '../../run/operation';
import { asFields } from '../../transport/json';
import { readObject } from '../../transport/object';
import { answerIn } from '../../transport/service';
import { cancelledIn, type RefusalWords } from '../refusal';
import { asConsent, consentIdField, paymentConsents, simplifyConsent } from './paymentConsents';
import { form, type Field } from '../../schemas/form';

type Ending = Pick<Operation, 'value' | 'name' | 'action' | 'description'> & {
	reason: Field<string>;
	/** The mutation, and its field in the answer. */
	query: string;
	field: string;
	/** The message for a consent that the payer has granted, if the operation does not end it. */
	notEnded?: RefusalWords;
};

export function endingConsent({ reason, query, field, notEnded, ...words }: Ending): Operation {
	return defineOperation({
		...words,
		form: form({ id: consentIdField(), reason }),
		simplify: simplifyConsent,

		async send(variables, service) {
			const outcome = await tryMutation(service, {
				query,
				variables,
				repeat: 'ifNotProcessed',
				made: (data) => asConsent(asFields(data[field])),
				rest: async (id) => await readObject(service, paymentConsents.one, id),
			});
			return notEnded === undefined
				? answerIn(outcome).body
				: cancelledIn(outcome, notEnded, paymentConsents);
		},
	});
}
