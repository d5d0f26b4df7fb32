import { z } from 'zod/v4';

import { text } from '../../schemas/field';
import { paymentAmount } from '../../schemas/money';
import { optionalVisibleText } from '../../schemas/visibleText';
import { onlineReason } from './onlineRefund.schema';

/** A refund of a charge (public reference: `RefundTransactionInitiateInput`), without the nonce. */
export const chargeRefundSchema = z.object({
	chargeId: text('Charge'),
	amount: paymentAmount('Amount'),
	reason: onlineReason,
	externalReference: optionalVisibleText('External Reference', { max: 4096 }),
});

export type ChargeRefund = z.output<typeof chargeRefundSchema>;
