import { check, text } from '../../schemas/field';
import { segment } from '../../transport/service';
import { locatorField } from '../fields/locator';
import { defineOperation } from '../../run/operation';

/** Reads a refund as it stands now (companion spec 4.3). */
export const get = defineOperation<{ id: string }>({
	value: 'get',
	name: 'Get',
	action: 'Get refund',
	description: 'Get a refund with its current status',
	fields: [
		locatorField({
			displayName: 'Refund',
			name: 'refundId',
			search: 'searchRefunds',
			placeholder: 'e.g. cmVmdW5kOjE=',
		}),
	],

	prepare: (item) => ({ id: check(text('Refund'), item.get('refundId')) }),

	send: async ({ id }, service) =>
		await service.call({ method: 'GET', path: `/refunds/${segment(id)}`, repeat: 'always' }),
});
