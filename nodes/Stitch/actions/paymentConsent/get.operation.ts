import { z } from 'zod/v4';

import { defineOperation } from '../../run/operation';
import { check, text } from '../../schemas/field';
import { readObject } from '../../transport/object';
import { redirectAddress, redirectUrlField } from '../fields/redirectUrl';
import { readReturn, returnField } from '../payerReturn/returnAddress';
import {
	consentIdField,
	paymentConsents,
	returningTo,
	simplifyConsent,
	withConsentUrl,
} from './paymentConsents';

const reading = z.object({
	id: text('Payment Consent ID'),
	redirectUrl: redirectAddress('Redirect URL'),
});

/** Reads a payment consent as it stands now. */
export const get = defineOperation<z.output<typeof reading>>({
	value: 'get',
	name: 'Get',
	action: 'Get payment consent',
	description: 'Retrieve a payment consent with its current status',
	fields: [consentIdField],
	options: [
		redirectUrlField(
			'Where a payer is sent after agreeing at the consentUrl in the output. Stitch does not keep the address that you gave Create.',
		),
		{
			...returnField(
				'Whether a payer who agrees at the consentUrl in the output comes back to this execution, where Payment Consent → Wait for Consent is waiting',
			),
			default: true,
		},
	],
	simplify: simplifyConsent,

	prepare(item) {
		const { redirectUrl, returnToThisWorkflow } = item.collection('options');
		const back = readReturn(item, returnToThisWorkflow, 'Wait for Consent');
		const raw = { id: item.get('id'), redirectUrl: back ? undefined : redirectUrl };
		const plan = check(reading, raw, back?.mistakes);
		return back?.address === undefined
			? plan
			: { ...plan, redirectUrl: returningTo(back.address, plan.id) };
	},

	send: async ({ id, redirectUrl }, service) =>
		withConsentUrl(await readObject(service, paymentConsents.one, id), redirectUrl),
});
