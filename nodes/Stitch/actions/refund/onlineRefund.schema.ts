import { z } from 'zod/v4';

import { oneOf, text } from '../../schemas/field';
import { money } from '../../schemas/money';

/** What the editor's Reason is called for payment requests (public GraphQL reference: `RefundReason`). */
const reasons = {
	duplicate_charge: 'duplicate',
	fraud: 'fraudulent',
	requested_by_customer: 'requested_by_user',
} as const;

/** A refund of a payment request, without the nonce, which comes from the checked rest. */
export const onlineRefundSchema = z.object({
	paymentRequestId: text('Payment Request ID'),
	amount: money('Amount'),
	reason: oneOf('Reason', Object.keys(reasons) as Array<keyof typeof reasons>).transform(
		(reason) => reasons[reason],
	),
	beneficiaryReference: text('Beneficiary Reference', { max: 30 }),
});

export type OnlineRefund = z.output<typeof onlineRefundSchema>;
