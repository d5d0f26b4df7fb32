import { nonceFields, onDuplicateOf } from '../../idempotency/duplicateProtection';
import { preparePayment } from '../../idempotency/payment';
import { definePayment } from '../../run/operation';
import { bankField, bankLists } from '../fields/bank';
import {
	accountNumberField,
	amountField,
	beneficiaryNameField,
	externalReferenceFields,
} from '../fields/payment';
import { requireAsChecked } from './checkedRow';
import { disbursementPayment, payoutSpeed, shortenNamesOption } from './disbursementPayment';
import { disbursements, disbursementsSince } from './disbursements';

/** Pays from the float account to a bank account (spec 2.5, 4.3). */
export const create = definePayment({
	value: 'create',
	name: 'Create',
	action: 'Create disbursement (payout)',
	description: 'Pay money from the float account to a bank account',
	fields: [
		amountField,
		...externalReferenceFields('e.g. salary-2026-11-017'),
		beneficiaryNameField('e.g. Example Supplier'),
		bankField(bankLists.payOut),
		accountNumberField,
		{
			displayName: 'Beneficiary Reference',
			name: 'beneficiaryReference',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. Salary Nov',
			description: "Shown on the beneficiary's bank statement, at most 20 characters",
		},
		payoutSpeed.field,
		...nonceFields(disbursementPayment),
	],
	options: [onDuplicateOf(disbursementPayment).field, shortenNamesOption],
	identifiedBy: ['amount', 'bank', 'accountNumber', 'beneficiaryReference', 'externalReference'],
	lifecycle: disbursements,
	simplify: disbursements.simplify,
	paidSince: disbursementsSince,

	prepare(item, { clientId }) {
		const payment = preparePayment(disbursementPayment, item, clientId);
		requireAsChecked(item.row, payment.nonce, clientId);
		return payment;
	},
});
