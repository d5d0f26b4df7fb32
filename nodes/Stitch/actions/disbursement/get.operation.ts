import { defineOperation } from '../../run/operation';
import { readObject } from '../../transport/object';
import { locator } from '../fields/locator';
import { disbursements } from './disbursements';
import { form } from '../../schemas/form';

/** Reads the current state of a disbursement (spec 4.3). */
export const get = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get disbursement',
	description: 'Retrieve a disbursement with its current status',
	form: form({ id: locator(disbursements) }),
	locators: [disbursements],
	lifecycle: disbursements,
	simplify: disbursements.simplify,

	send: async ({ id }, service) => await readObject(service, disbursements.one, id),
});
