import { z } from 'zod/v4';

import { defineOperation } from '../../run/operation';
import { check, text } from '../../schemas/field';
import { redirectAddress } from '../../schemas/redirectAddress';
import { readNode } from '../../transport/object';
import { hostedPage } from '../hostedPage';
import { theCharge, charges, simplifyCharge } from './charges';

/** Which charge is read. */
const chargeReading = z.object({
	id: text('Charge'),
	redirectUrl: redirectAddress('Redirect URL'),
});

/** Reads a charge, or the refund of one, as it stands now. */
export const get = defineOperation<z.output<typeof chargeReading>>({
	value: 'get',
	name: 'Get',
	action: 'Get charge',
	description: 'Get a charge with its current status',
	fields: [theCharge.field],
	locators: [theCharge],
	options: [
		{
			displayName: 'Redirect URL',
			name: 'redirectUrl',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://shop.example.com/thank-you',
			description:
				'Where a payer is sent after confirming the charge at the interactionUrl in the output',
		},
	],
	lifecycle: charges,
	simplify: simplifyCharge,

	prepare: (item) =>
		check(chargeReading, {
			id: item.get(theCharge.name),
			redirectUrl: item.collection('options').redirectUrl,
		}),

	async send({ id, redirectUrl }, service) {
		const charge = await readNode(service, charges.reading, id);
		const page = hostedPage(charge.interactionUrl, { redirect_uri: redirectUrl });
		return page === undefined ? charge : { ...charge, interactionUrl: page };
	},
});
