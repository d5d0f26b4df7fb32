import { z } from 'zod/v4';

import { defineOperation } from '../../run/operation';
import { check, text } from '../../schemas/field';
import { readObject } from '../../transport/object';
import { redirectAddress, redirectUrlField } from '../fields/redirectUrl';
import { hostedPage } from '../hostedPage';
import { fieldOf } from '../fields/locator';
import { charges } from './charges';

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
	description: 'Retrieve a charge with its current status',
	fields: [fieldOf(charges)],
	locators: [charges],
	options: [
		redirectUrlField(
			'Where a payer is sent after confirming the charge at the interactionUrl in the output',
		),
	],
	lifecycle: charges,
	simplify: charges.simplify,

	prepare: (item) =>
		check(chargeReading, {
			id: item.get(charges.field.name),
			redirectUrl: item.collection('options').redirectUrl,
		}),

	async send({ id, redirectUrl }, service) {
		const charge = await readObject(service, charges.one, id);
		const page = hostedPage(charge.interactionUrl, { redirect_uri: redirectUrl });
		return page === undefined ? charge : { ...charge, interactionUrl: page };
	},
});
