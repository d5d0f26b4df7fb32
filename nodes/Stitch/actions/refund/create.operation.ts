import { onDuplicateField } from '../../idempotency/duplicateProtection';
import { preparePayment } from '../../idempotency/payment';
import type { Item } from '../../run/item';
import { definePayment } from '../../run/operation';
import { charges } from '../charge/charges';
import { paymentRequests } from '../paymentRequest/paymentRequests';
import { terminalSessions } from '../terminalSession/terminalSessions';
import { chargeRefund } from './chargeRefund';
import { failingWhenFailed } from './failedRefund';
import { inPersonRefund } from './inPersonRefund';
import { onlineRefund } from './onlineRefund';
import { refundForm, refundOf, refundOptions, type RefundOf } from './refundForm';
import { refunds } from './refunds';
import { advisingToCheckFirst } from './refundsSoFar';
import { form, propertiesOf } from '../../schemas/form';

/**
 * Gives money back: for an in-person charge to the card that paid, or by GraphQL for a payment request
 * or a charge.
 */
export const create = definePayment({
	value: 'create',
	name: 'Create',
	action: 'Create refund',
	description: 'Give money back for a payment request, a charge or an in-person charge',
	form: refundForm,
	// Not the reference: a refund is identified by the payment that it gives back.
	identifiedBy: [
		'amount',
		'chargeId',
		'recurringChargeId',
		'terminalSessionId',
		'paymentRequestId',
	],
	locators: [paymentRequests, terminalSessions, charges],
	options: propertiesOf({ onDuplicate: onDuplicateField(onlineRefund) }),
	simplify: refunds.simplify,

	prepare(item, { clientId }) {
		const prepared = prepareRefund(kindForm.read(item).refundOf, item, clientId);
		const { onFailure, refundsSoFar } = optionsForm.read(item).options;
		const payment = refundsSoFar === undefined ? prepared : advisingToCheckFirst(prepared);
		return onFailure === 'return' ? payment : failingWhenFailed(payment);
	},
});

/** Read before the whole form: the kind of payment, and the options that do not depend on it. */
const kindForm = form({ refundOf });
const optionsForm = form({ options: refundOptions });

function prepareRefund(of: RefundOf, item: Item, clientId: string) {
	if (of === 'paymentRequest') return preparePayment(onlineRefund, item, clientId);
	if (of === 'recurringCharge') return preparePayment(chargeRefund, item, clientId);
	return preparePayment(inPersonRefund, item, clientId);
}
