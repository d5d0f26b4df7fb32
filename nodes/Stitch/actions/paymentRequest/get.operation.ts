import { check, text } from '../../schemas/field';
import { readObject } from '../../transport/object';
import { idField } from '../fields/payment';
import { defineOperation } from '../../run/operation';
import { idPlaceholder, paymentRequests } from './paymentRequests';

/** Reads a payment request as it stands now (spec 4.1). */
export const get = defineOperation<{ id: string }>({
	value: 'get',
	name: 'Get',
	action: 'Get payment request',
	description: 'Get a payment request with its current status',
	fields: [idField('Payment Request', idPlaceholder)],
	lifecycle: paymentRequests,

	prepare: (item) => ({ id: check(text('Payment Request ID'), item.get('id')) }),

	send: async ({ id }, service) => await readObject(service, paymentRequests, id),
});
