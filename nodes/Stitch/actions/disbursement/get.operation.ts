import { check, text } from '../../schemas/field';
import { segment } from '../../transport/service';
import { idField } from '../fields/payment';
import { defineOperation } from '../../run/operation';
import { follow } from './follow';

/** Reads a disbursement as it stands now (spec 4.3). */
export const get = defineOperation<{ id: string }>({
	value: 'get',
	name: 'Get',
	action: 'Get disbursement',
	description: 'Get a disbursement with its current status',
	fields: [idField('Disbursement', 'e.g. ZGlzYnVyc2VtZW50OjE=')],
	follow,

	prepare: (item) => ({ id: check(text('Disbursement ID'), item.get('id')) }),

	send: async ({ id }, service) =>
		await service.call({ method: 'GET', path: `/disbursements/${segment(id)}`, repeat: 'always' }),
});
