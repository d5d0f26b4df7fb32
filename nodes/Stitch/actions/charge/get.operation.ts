import { defineOperation } from '../../run/operation';
import { text } from '../../schemas/field';
import { form, type ReadBy } from '../../schemas/form';
import { asShown } from '../../schemas/formFields';
import { options } from '../../schemas/formGroups';
import { readObject } from '../../transport/object';
import { redirectUrlField } from '../fields/redirectUrl';
import { hostedPage } from '../hostedPage';
import { fieldOf } from '../fields/locator';
import { charges } from './charges';

const shown = options({
	redirectUrl: redirectUrlField(
		'Where a payer is sent after confirming the charge at the interactionUrl in the output',
	),
});

const getForm = form({ id: asShown(fieldOf(charges), text('Charge')), options: shown });

/** Reads a charge, or the refund of one, as it stands now. */
export const get = defineOperation<ReadBy<typeof getForm>>({
	value: 'get',
	name: 'Get',
	action: 'Get charge',
	description: 'Retrieve a charge with its current status',
	fields: getForm.properties,
	locators: [charges],
	options: shown.shown,
	lifecycle: charges,
	simplify: charges.simplify,

	prepare: (item) => getForm.read(item),

	async send({ id, options: { redirectUrl } }, service) {
		const charge = await readObject(service, charges.one, id);
		const page = hostedPage(charge.interactionUrl, { redirect_uri: redirectUrl });
		return page === undefined ? charge : { ...charge, interactionUrl: page };
	},
});
