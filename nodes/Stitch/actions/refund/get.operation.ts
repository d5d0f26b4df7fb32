import { defineOperation } from '../../run/operation';
import { check, text } from '../../schemas/field';
import { theRefund, readRefund, simplifyRefund } from './refunds';

/** Reads a refund as it stands now: of a payment request, a charge or an in-person charge. */
export const get = defineOperation<string>({
	value: 'get',
	name: 'Get',
	action: 'Get refund',
	description: 'Retrieve a refund with its current status',
	fields: [theRefund.field],
	locators: [theRefund],
	simplify: simplifyRefund,

	prepare: (item) => check(text('Refund'), item.get('refundId')),
	send: async (id, service) => await readRefund(service, id),
});
