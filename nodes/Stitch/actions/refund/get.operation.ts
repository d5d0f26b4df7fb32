import { defineOperation } from '../../run/operation';
import { locator } from '../fields/locator';
import { readRefund, refunds } from './refunds';
import { form } from '../../schemas/form';

export const get = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get refund',
	description: 'Retrieve a refund with its current status',
	form: form({ id: locator(refunds) }),
	locators: [refunds],
	simplify: refunds.simplify,

	send: async ({ id }, service) => await readRefund(service, id),
});
