import type { IDataObject } from 'n8n-workflow';

import { folded } from '../../schemas/characters';
import type { Item } from '../../run/item';
import { asText } from '../../schemas/asText';
import type { Mistake } from '../../schemas/invalidInput';
import { optionalText } from '../../schemas/text';
import { readObject } from '../../transport/object';
import { idField } from '../fields/payment';
import { defineOperation } from '../../run/operation';
import { meaningOf } from '../../run/resource';
import { paymentRequests } from './paymentRequests';
import { simplifyConfirmed } from './paymentRequestColumns';
import { form, type ReadBy } from '../../schemas/form';
import { textField } from '../../schemas/formFields';

const returnedForm = form({
	id: idField(paymentRequests.name, {
		...{ placeholder: paymentRequests.field.placeholder, default: '={{ $json.query.id }}' },
		description:
			'The "id" that came back with the payer. The default takes it from a Webhook node right before this one.',
	}),
	returnedStatus: textField(
		{
			displayName: 'Returned Status',
			default: '={{ $json.query.status }}',
			placeholder: 'e.g. complete',
			description:
				'The "status" that came back with the payer: complete, closed or failed. It is never trusted, only compared.',
		},
		optionalText,
	),
	externalReference: textField(
		{
			displayName: 'External Reference',
			placeholder: 'e.g. order-1017',
			description:
				"Your own reference of the order that should be paid, from your own records. If it differs, the payer came back with another payment's ID.",
		},
		optionalText,
	),
});

type Returned = ReadBy<typeof returnedForm>;

/**
 * Handles the payer's return from the hosted page (spec 4.2). The query can be tampered with, so
 * nothing in it is trusted: the payment request is read, and the two are compared.
 */
export const confirmReturn = defineOperation({
	value: 'confirmReturn',
	name: 'Confirm Return',
	action: 'Confirm payer return',
	description:
		'Retrieve the true status when a payer comes back from the payment page, and compare it with the address that they came back with',
	form: returnedForm,
	simplify: simplifyConfirmed,

	prepare: (item) => returnedForm.read(item, { mistakes: whyNotCompared(item) }),

	async send(returned, service) {
		const paymentRequest = await readObject(service, paymentRequests.one, returned.id);
		return { ...paymentRequest, ...comparison(returned, paymentRequest) };
	},
});

/** An order that was not found must not pass for one whose payment was compared. */
function whyNotCompared(item: Item): Mistake[] {
	const name = 'externalReference';
	if (!item.hasExpression(name) || asText(item.get(name)) !== undefined) return [];
	const fix = 'Its expression found nothing. Look up your order first, and stop if there is none.';
	return [{ field: 'External Reference', what: 'is empty', fix }];
}

/** Whether each returned value is true; values that were not entered are left out. */
function comparison(
	{ returnedStatus, externalReference }: Returned,
	truth: IDataObject,
): IDataObject {
	return {
		...(returnedStatus !== undefined && {
			returnedStatus,
			returnedStatusAgrees: agrees(returnedStatus, truth),
		}),
		...(externalReference !== undefined && {
			// Written as Create writes it: all white space looks the same.
			externalReferenceAgrees:
				folded(externalReference) === folded(asText(truth.externalReference) ?? ''),
		}),
	};
}

/** The three values of the page only say whether the payment was made (spec 3.1, 4.2). */
function agrees(returnedStatus: string, truth: IDataObject): boolean {
	const isPaid = meaningOf(truth, paymentRequests) === 'done';
	if (returnedStatus === 'complete') return isPaid;
	return ['closed', 'failed'].includes(returnedStatus) && !isPaid;
}
