import { z } from 'zod/v4';

import { dateRange } from '../../schemas/dateRange';
import { oneOf, optionalOneOf, optionalText, text } from '../../schemas/field';
import { limit } from '../../schemas/list';
import { metadata } from '../../schemas/metadata';
import { paymentAmount } from '../../schemas/money';
import { statuses, statusType } from '../../schemas/status';
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

/** The statuses of a refund of a payment request (public reference). */
export const onlineStatuses = ['completed', 'error', 'paused', 'pending', 'submitted'] as const;

/** Which refunds of payment requests are listed (public reference: `RefundFilterInput`). */
export const onlineRefundListSchema = (zone: string) =>
	z
		.object({
			paymentRequestId: optionalText('Payment Request ID'),
			nonce: optionalVisibleText('Nonce'),
			status: statuses('Status', onlineStatuses),
			created: dateRange({ from: 'Created After', to: 'Created Before', zone }),
			limit,
		})
		.transform(({ paymentRequestId, nonce, status, created, limit: wanted }) => ({
			limit: wanted,
			filter: {
				...(paymentRequestId && { paymentInitiationRequest: { id: { eq: paymentRequestId } } }),
				...(nonce && { nonce: { eq: nonce } }),
				...(created && { created }),
				// In GraphQL, a status is a type.
				...(status && {
					status: { typename: { in: status.map((each) => statusType(each, 'Refund')) } },
				}),
			},
		}));

/** Which refunds of in-person charges are listed (companion spec 4.3). */
export const refundListSchema = z.object({
	charge: optionalText('Charge ID'),
	nonce: optionalVisibleText('Nonce'),
	terminalSession: optionalText('Terminal Session ID'),
	limit,
});

export type RefundList = z.output<typeof refundListSchema>;

export type OnlineRefundList = z.output<ReturnType<typeof onlineRefundListSchema>>;
