import { z } from 'zod/v4';

import { refuse, text } from './field';
import { redirectAddress } from './redirectAddress';

const longestMinutes = 525_600;

const minutes = z.unknown().transform((value, context): number => {
	const given = Number(value);
	if (Number.isSafeInteger(given) && given >= 1 && given <= longestMinutes) return given;
	return refuse(
		context,
		`Minutes is not a whole number from 1 to ${longestMinutes} (a year)`,
		'Correct Minutes, or choose Until the Request Expires under Time Limit.',
	);
});

const noLimit = z.unknown().transform(() => Infinity);

/** What to wait for, and for how many minutes at most. */
export const paymentWait = (limited: boolean) =>
	z.object({
		id: text('Payment Request ID'),
		minutes: limited ? minutes : noLimit,
		thankYouUrl: redirectAddress('Thank-You URL'),
	});

export type PaymentWait = z.output<ReturnType<typeof paymentWait>>;
