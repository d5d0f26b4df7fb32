import type { z } from 'zod/v4';

import { choiceField } from '../schemas/field';

const field = {
	displayName: 'On Duplicate',
	name: 'onDuplicate',
	type: 'options',
	default: 'returnExisting',
	description: 'What to do when the same payment was sent before',
} as const;

const fail = {
	name: 'Fail',
	value: 'fail',
	description: 'Stop at this item; nothing is sent again',
} as const;

const payAgainIfFailed = {
	name: 'Pay Again If It Failed',
	value: 'payAgainIfFailed',
	description:
		'Pay again if the first payment has failed for good or was cancelled, ten attempts in all, also with corrected values: leave out what is not to be paid any more. Otherwise return the first payment, if it is the same payment.',
} as const;

const returnExisting = {
	name: 'Return Existing',
	value: 'returnExisting',
	description: 'Return the first payment, if it is the same payment',
} as const;

/** What happens when the service already has a payment under the nonce. */
export const onDuplicate = choiceField({ ...field, options: [fail, returnExisting] });

/**
 * The same for payments that can be made again: where the first one has failed for good, the next
 * attempt is made, under a nonce of its own.
 */
export const onDuplicateOrFailed = choiceField({
	...field,
	options: [fail, payAgainIfFailed, returnExisting],
});

export type OnDuplicate = z.output<typeof onDuplicateOrFailed.rule>;
