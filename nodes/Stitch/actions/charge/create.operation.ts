import { onDuplicateOf } from '../../idempotency/duplicateProtection';
import { preparePayment } from '../../idempotency/payment';
import { definePayment } from '../../run/operation';
import { check } from '../../schemas/field';
import { chargeForm, chargeWith } from './chargeForm';
import { chargePayment } from './chargePayment';
import { charges } from './charges';

/** Charges a payer who has agreed to it, without them (public reference: `initiateTransaction`). */
export const create = definePayment({
	value: 'create',
	name: 'Create',
	action: 'Create charge (recurring payment)',
	description: 'Charge a payer who has agreed to it, or a stored card',
	fields: chargeForm.properties,
	options: [onDuplicateOf(chargePayment('paymentConsent')).field],
	lifecycle: charges,
	simplify: charges.simplify,

	prepare(item, { clientId }) {
		const what = check(chargeWith.rule, item.get('chargeWith'));
		return preparePayment(chargePayment(what), item, clientId);
	},
});
