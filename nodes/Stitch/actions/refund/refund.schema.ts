import { z } from 'zod/v4';

import { oneOf, optionalOneOf, optionalText, text } from '../../schemas/field';
import { limit } from '../../schemas/list';
import { metadata } from '../../schemas/metadata';
import { paymentAmount } from '../../schemas/money';
import { optionalVisibleText } from '../../schemas/visibleText';

/** What is refunded; payment requests and recurring charges have a schema of their own. */
export const refundOf = oneOf('Refund Of', [
	'charge',
	'paymentRequest',
	'recurringCharge',
	'terminalSession',
]);

const rest = {
	amount: paymentAmount('Amount'),
	reason: oneOf('Reason', ['duplicate_charge', 'fraud', 'requested_by_customer']),
	metadata: metadata({ nested: 'asIs' }),
};

/**
 * A refund (companion spec 2.2) without the nonce, which is derived from the checked values. The
 * specification does not say what both ids together would mean, so exactly one is sent.
 */
export const refundSchemas = {
	charge: z.object({ charge: text('Charge ID'), ...rest }),
	terminalSession: z.object({ terminalSession: text('Terminal Session'), ...rest }),
};

export type Refund = z.output<(typeof refundSchemas)[keyof typeof refundSchemas]>;

/** Whose refunds are listed. */
export const refundsOf = optionalOneOf('Refunds Of', ['charge', 'paymentRequest']);

/** Which refunds of in-person charges are listed (companion spec 4.3). */
export const refundListSchema = z.object({
	charge: optionalText('Charge ID'),
	nonce: optionalVisibleText('Nonce'),
	terminalSession: optionalText('Terminal Session ID'),
	limit,
});

export type RefundList = z.output<typeof refundListSchema>;
