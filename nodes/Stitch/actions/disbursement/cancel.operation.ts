import type { z } from 'zod/v4';

import { check } from '../../schemas/field';
import { isAbout } from '../../transport/object';
import { cancellation, cancellationReasonField } from '../fields/cancellation';
import { defineOperation } from '../../run/operation';
import { fieldOf } from '../fields/locator';
import { disbursements } from './disbursements';

const cancelled = cancellation('Disbursement');

/** Cancels a paused disbursement; the service refuses any other (spec 3.2, 4.3). */
export const cancel = defineOperation<z.output<typeof cancelled>>({
	value: 'cancel',
	name: 'Cancel',
	action: 'Cancel disbursement',
	description: 'Cancel a paused disbursement, so that it is never paid',
	fields: [fieldOf(disbursements), cancellationReasonField],
	locators: [disbursements],

	prepare: (item) =>
		check(cancelled, { id: item.get('disbursementId'), reason: item.get('reason') }),

	send: async (body, service) =>
		await service.call({
			method: 'POST',
			path: `${disbursements.one.path}/cancel`,
			body,
			repeat: 'ifNotProcessed',
			isAnswer: isAbout(body.id),
		}),
});
