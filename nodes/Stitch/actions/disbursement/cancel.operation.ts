import { z } from 'zod/v4';

import { check, text } from '../../schemas/field';
import { isAbout } from '../../transport/object';
import { cancellationReason, cancellationReasonField } from '../fields/cancellation';
import { idField } from '../fields/payment';
import { defineOperation } from '../../run/operation';
import { disbursements } from './disbursements';

const cancellation = z.object({ id: text('Disbursement ID'), reason: cancellationReason });

/** Cancels a paused disbursement; the service refuses any other (spec 3.2, 4.3). */
export const cancel = defineOperation<z.output<typeof cancellation>>({
	value: 'cancel',
	name: 'Cancel',
	action: 'Cancel disbursement',
	description: 'Cancel a paused disbursement, so that it is never paid',
	fields: [idField('Disbursement', 'e.g. ZGlzYnVyc2VtZW50OjE='), cancellationReasonField],

	prepare: (item) => check(cancellation, { id: item.get('id'), reason: item.get('reason') }),

	send: async (body, service) =>
		await service.call({
			method: 'POST',
			path: `${disbursements.path}/cancel`,
			body,
			repeat: 'ifNotProcessed',
			isAnswer: isAbout(body.id),
		}),
});
