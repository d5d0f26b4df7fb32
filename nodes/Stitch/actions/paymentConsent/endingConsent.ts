import type { z } from 'zod/v4';

import { tryMutation } from '../../idempotency/mutation';
import { defineOperation, type Operation } from '../../run/operation';
import { check } from '../../schemas/field';
import { asFields } from '../../transport/json';
import { readObject } from '../../transport/object';
import { answerIn } from '../../transport/service';
import { cancellation } from '../fields/cancellation';
import { asConsent, paymentConsents, simplifyConsent } from './paymentConsents';

/** Why a payment consent is ended. */
const consentEnd = cancellation('Payment Consent ID');

/** What Cancel and Revoke do not have in common. */
type Ending = Pick<Operation, 'value' | 'name' | 'action' | 'description' | 'fields'> & {
	/** The mutation, and its field in the answer. */
	query: string;
	field: string;
};

/** An operation that ends a payment consent for good. */
export function endingConsent({ query, field, ...words }: Ending): Operation {
	return defineOperation<z.output<typeof consentEnd>>({
		...words,
		simplify: simplifyConsent,

		prepare: (item) => check(consentEnd, { id: item.get('id'), reason: item.get('reason') }),

		async send(variables, service) {
			const outcome = await tryMutation(service, {
				query,
				variables,
				repeat: 'ifNotProcessed',
				made: (data) => asConsent(asFields(data[field])),
				rest: async (id) => await readObject(service, paymentConsents.one, id),
			});
			return answerIn(outcome).body;
		},
	});
}
