import { onDuplicateField } from '../../idempotency/duplicateProtection';
import { preparePayment } from '../../idempotency/payment';
import { definePayment } from '../../run/operation';
import { terminalSessionForm, terminalSessionPayment } from './terminalSessionPayment';
import { terminalSessions } from './terminalSessions';
import { propertiesOf } from '../../schemas/form';

/** Starts a payment on a terminal (companion spec 2.1, 4.2). */
export const create = definePayment({
	value: 'create',
	name: 'Create',
	action: 'Create terminal session (card machine)',
	description: 'Start a card payment or a disbursement on a terminal',
	form: terminalSessionForm,
	options: propertiesOf({ onDuplicate: onDuplicateField(terminalSessionPayment) }),
	lifecycle: terminalSessions,
	simplify: terminalSessions.simplify,

	prepare: (item, { clientId }) => preparePayment(terminalSessionPayment, item, clientId),
});
