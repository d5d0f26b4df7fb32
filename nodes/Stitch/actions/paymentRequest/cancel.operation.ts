import type { z } from 'zod/v4';

import { check } from '../../schemas/field';
import { isAbout } from '../../transport/object';
import { segment } from '../../transport/service';
import { cancellation, cancellationReasonField } from '../fields/cancellation';
import { defineOperation } from '../../run/operation';
import { fieldOf } from '../fields/locator';
import { paymentRequests } from './paymentRequests';

const cancelled = cancellation('Payment Request');

/** Cancels a payment request that nobody has paid or is paying (spec 3.1, 4.1). */
export const cancel = defineOperation<z.output<typeof cancelled>>({
	value: 'cancel',
	name: 'Cancel',
	action: 'Cancel payment request',
	description: 'Cancel a pending payment request, so that it can no longer be paid',
	fields: [fieldOf(paymentRequests), cancellationReasonField],
	locators: [paymentRequests],

	prepare: (item) =>
		check(cancelled, { id: item.get('paymentRequestId'), reason: item.get('reason') }),

	send: async ({ id, reason }, service) =>
		await service.call({
			method: 'POST',
			path: `${paymentRequests.one.path}/${segment(id)}/cancel`,
			body: { reason },
			repeat: 'ifNotProcessed',
			isAnswer: isAbout(id),
		}),
});
