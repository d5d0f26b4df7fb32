import { onDuplicateField } from '../../idempotency/duplicateProtection';
import { preparePayment } from '../../idempotency/payment';
import { definePayment } from '../../run/operation';
import { chargeForm } from './chargeForm';
import { chargePayment } from './chargePayment';
import { charges } from './charges';
import { propertiesOf } from '../../schemas/form';

/** Charges a payer who has agreed to it, without them (public reference: `initiateTransaction`). */
export const create = definePayment({
	value: 'create',
	name: 'Create',
	action: 'Create charge (recurring payment)',
	description: 'Charge a payer who has agreed to it, or a stored card',
	form: chargeForm,
	options: propertiesOf({ onDuplicate: onDuplicateField(chargePayment) }),
	lifecycle: charges,
	simplify: charges.simplify,

	prepare: (item, { clientId }) => preparePayment(chargePayment, item, clientId),
});
