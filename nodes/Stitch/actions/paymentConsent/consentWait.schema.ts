import { z } from 'zod/v4';

import { oneOf, text, wholeNumber } from '../../schemas/field';
import { redirectAddress } from '../../schemas/redirectAddress';

/** What to wait for, and for how many minutes at most: a year. */
export const consentWait = z.object({
	id: text('Payment Consent ID'),
	whenNotGranted: oneOf('When the Payer Has Not Agreed', ['goOn', 'keepWaiting']),
	minutes: wholeNumber('Minutes', 'Correct Minutes.', 1, 525_600),
	thankYouUrl: redirectAddress('Thank-You URL'),
});

export type ConsentWait = z.output<typeof consentWait>;
