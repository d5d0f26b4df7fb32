import { defineOperation } from '../../run/operation';
import { check, text } from '../../schemas/field';
import { readObject } from '../../transport/object';
import { fieldOf } from '../fields/locator';
import { disbursements } from './disbursements';

/** Reads a disbursement as it stands now (spec 4.3). */
export const get = defineOperation<{ id: string }>({
	value: 'get',
	name: 'Get',
	action: 'Get disbursement',
	description: 'Retrieve a disbursement with its current status',
	fields: [fieldOf(disbursements)],
	locators: [disbursements],
	lifecycle: disbursements,
	simplify: disbursements.simplify,

	prepare: (item) => ({ id: check(text('Disbursement'), item.get('disbursementId')) }),

	send: async ({ id }, service) => await readObject(service, disbursements.one, id),
});
