import { z } from 'zod/v4';

import { oneOf, text, wholeNumber } from '../../schemas/field';
import { redirectAddress } from '../../schemas/redirectAddress';

const minutes = wholeNumber(
	'Minutes',
	'Correct Minutes, or choose Until the Request Expires under Time Limit.',
	1,
	// A year.
	525_600,
);

const noLimit = z.unknown().transform(() => Infinity);

/** What to wait for, and for how many minutes at most. */
export const paymentWait = (limited: boolean) =>
	z.object({
		id: text('Payment Request'),
		whenUnpaid: oneOf('When the Payer Returns Unpaid', ['goOn', 'keepWaiting']),
		minutes: limited ? minutes : noLimit,
		thankYouUrl: redirectAddress('Thank-You URL'),
	});

export type PaymentWait = z.output<ReturnType<typeof paymentWait>>;
