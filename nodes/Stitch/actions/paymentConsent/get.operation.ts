import { defineOperation } from '../../run/operation';
import { form } from '../../schemas/form';
import { options } from '../../schemas/formGroups';
import { readObject } from '../../transport/object';
import { redirectUrlField } from '../fields/redirectUrl';
import { readReturn, returnField } from '../payerReturn/returnAddress';
import {
	consentIdField,
	paymentConsents,
	returningTo,
	simplifyConsent,
	withConsentUrl,
} from './paymentConsents';

const getForm = form({
	id: consentIdField(),
	options: options({
		redirectUrl: redirectUrlField(
			'Where a payer is sent after agreeing at the consentUrl in the output. Stitch does not keep the address that you entered in Create.',
		),
		returnToThisWorkflow: returnField(
			'Whether a payer who agrees at the consentUrl in the output comes back to this execution, where Payment Consent → Wait for Consent is waiting',
			true,
		),
	}),
});

export const get = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get payment consent',
	description: 'Retrieve a payment consent with its current status',
	form: getForm,
	simplify: simplifyConsent,

	prepare(item) {
		const { returnToThisWorkflow } = item.collection('options');
		const back = readReturn(item, returnToThisWorkflow, 'Wait for Consent');
		const asked = getForm.read(item, { mistakes: back?.mistakes });
		const { id } = asked;
		if (back === undefined) return { id, redirectUrl: asked.options.redirectUrl };
		return { id, redirectUrl: back.address && returningTo(back.address, id) };
	},

	send: async ({ id, redirectUrl }, service) =>
		withConsentUrl(await readObject(service, paymentConsents.one, id), redirectUrl),
});
