import { defineOperation } from '../../run/operation';
import { check, text } from '../../schemas/field';
import { fieldOf } from '../fields/locator';
import { readRefund, refunds } from './refunds';

/** Reads a refund as it stands now: of a payment request, a charge or an in-person charge. */
export const get = defineOperation<string>({
	value: 'get',
	name: 'Get',
	action: 'Get refund',
	description: 'Retrieve a refund with its current status',
	fields: [fieldOf(refunds)],
	locators: [refunds],
	simplify: refunds.simplify,

	prepare: (item) => check(text('Refund'), item.get('refundId')),
	send: async (id, service) => await readRefund(service, id),
});
