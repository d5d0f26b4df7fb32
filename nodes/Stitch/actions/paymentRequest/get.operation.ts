import { check, text } from '../../schemas/field';
import { idField } from '../fields/payment';
import { defineOperation } from '../../run/operation';
import { follow } from './follow';
import { idPlaceholder, readPaymentRequest } from './paymentRequests';

/** Reads a payment request as it stands now (spec 4.1). */
export const get = defineOperation<{ id: string }>({
	value: 'get',
	name: 'Get',
	action: 'Get payment request',
	description: 'Get a payment request with its current status',
	fields: [idField('Payment Request', idPlaceholder)],
	follow,

	prepare: (item) => ({ id: check(text('Payment Request ID'), item.get('id')) }),

	send: async ({ id }, service) => await readPaymentRequest(service, id),
});
