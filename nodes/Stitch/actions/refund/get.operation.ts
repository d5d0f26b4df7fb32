import { defineOperation } from '../../run/operation';
import { check, text } from '../../schemas/field';
import { areFailedItems, failureOfLookedUp, lookedUpRefundOption } from './failedRefund';
import { theRefund } from './refundChoices';
import { readRefund, simplifyRefund } from './refunds';

interface Plan {
	id: string;
	failedItems: boolean;
}

/** Reads a refund as it stands now: of a payment request, a charge or an in-person charge. */
export const get = defineOperation<Plan>({
	value: 'get',
	name: 'Get',
	action: 'Get refund',
	description: 'Get a refund with its current status',
	fields: theRefund.fields,
	locators: [theRefund],
	options: [lookedUpRefundOption],
	simplify: simplifyRefund,

	prepare: (item) => ({
		id: check(text('Refund'), item.get('refundId')),
		failedItems: areFailedItems(item.collection('options').onFailedRefund),
	}),

	send: async ({ id }, service) => await readRefund(service, id),
	failureOf: (refund, { failedItems }) => (failedItems ? failureOfLookedUp(refund) : undefined),
});
