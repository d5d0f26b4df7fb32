import { defineOperation } from '../../run/operation';
import { form } from '../../schemas/form';
import { options } from '../../schemas/formGroups';
import { readObject } from '../../transport/object';
import { redirectUrlField } from '../fields/redirectUrl';
import { hostedPage } from '../hostedPage';
import { locator } from '../fields/locator';
import { charges } from './charges';

const getForm = form({
	id: locator(charges),
	options: options({
		redirectUrl: redirectUrlField(
			'Where a payer is sent after confirming the charge at the interactionUrl in the output',
		),
	}),
});

/** Also reads refunds of charges. */
export const get = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get charge',
	description: 'Retrieve a charge with its current status',
	form: getForm,
	locators: [charges],
	lifecycle: charges,
	simplify: charges.simplify,

	async send({ id, options: { redirectUrl } }, service) {
		const charge = await readObject(service, charges.one, id);
		const page = hostedPage(charge.interactionUrl, { redirect_uri: redirectUrl });
		return page === undefined ? charge : { ...charge, interactionUrl: page };
	},
});
