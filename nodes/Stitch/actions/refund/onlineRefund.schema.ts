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

const rest = {
	amount: paymentAmount('Amount'),
	reason: onlineReason,
	beneficiaryReference: visibleText('Beneficiary Reference', { max: 30 }),
};

/**
 * A refund of a payment request, without the nonce, which comes from the checked rest.
 * @param idLabel as the panel calls the field that names the payment request
 */
export const onlineRefundSchema = (idLabel: string) =>
	z.object({ paymentRequestId: text(idLabel), ...rest });

export type OnlineRefund = z.output<ReturnType<typeof onlineRefundSchema>>;
