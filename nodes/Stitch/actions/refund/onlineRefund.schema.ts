import { z } from 'zod/v4';

import { oneOf, text } from '../../schemas/field';
import { paymentAmount } from '../../schemas/money';
import { visibleText } from '../../schemas/visibleText';

/** The editor's Reason in the words of GraphQL (public reference: `RefundReason`). */
const reasons = {
	duplicate_charge: 'duplicate',
	fraud: 'fraudulent',
	requested_by_customer: 'requested_by_user',
} as const;

/** Why something is given back, in these words. */
export const onlineReason = oneOf(
	'Reason',
	Object.keys(reasons) as Array<keyof typeof reasons>,
).transform((reason) => reasons[reason]);

/** A refund of a payment request, without the nonce, which comes from the checked rest. */
export const onlineRefundSchema = z.object({
	paymentRequestId: text('Payment Request'),
	amount: paymentAmount('Amount'),
	reason: onlineReason,
	beneficiaryReference: visibleText('Beneficiary Reference', { max: 30 }),
});

export type OnlineRefund = z.output<typeof onlineRefundSchema>;
