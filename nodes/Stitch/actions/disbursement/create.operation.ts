import { onDuplicateField, readOnDuplicate } from '../../idempotency/duplicateProtection';
import { preparePayment } from '../../idempotency/payment';
import { definePayment } from '../../run/operation';
import { isNotToBePaid, requireAsChecked } from './checkedRow';
import { disbursementForm, disbursementPayment, returnsRowsNotToPay } from './disbursementPayment';
import { disbursements, disbursementsSince } from './disbursements';
import { propertiesOf } from '../../schemas/form';

/** Pays from the float account to a bank account (spec 2.5, 4.3). */
export const create = definePayment({
	value: 'create',
	name: 'Create',
	action: 'Create disbursement (payout)',
	description: 'Pay money from the float account to a bank account',
	form: disbursementForm,
	options: propertiesOf({ onDuplicate: onDuplicateField(disbursementPayment) }),
	lifecycle: disbursements,
	simplify: disbursements.simplify,
	paidSince: disbursementsSince,

	passesBy: (item) => (isNotToBePaid(item.row) && returnsRowsNotToPay(item) ? item.row : undefined),

	prepare(item, { clientId }) {
		const payment = preparePayment(disbursementPayment, item, clientId);
		const paysAgain = () => readOnDuplicate(disbursementPayment, item) === 'payAgainIfFailed';
		const { nonce, body } = payment;
		requireAsChecked(item.row, { nonce, body, clientId, paysAgain });
		return payment;
	},
});
