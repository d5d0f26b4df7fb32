import { preparePayment } from '../../idempotency/payment';
import { definePayment } from '../../run/operation';
import { bankField, bankLists } from '../fields/bank';
import { nonceFields, onDuplicateOrFailedOption } from '../fields/nonce';
import { accountNumberField, amountField, externalReferenceFields } from '../fields/payment';
import { disbursementPayment } from './disbursementPayment';
import { payoutSpeedField } from './payoutSpeed';
import { shortenNamesOption } from './shortenNames';
import { disbursements, simplifyDisbursement } from './disbursements';
import { disbursementsSince } from './disbursementsSince';

/** Pays from the float account to a bank account (spec 2.5, 4.3). */
export const create = definePayment({
	value: 'create',
	name: 'Create',
	action: 'Create disbursement (payout)',
	description: 'Pay money from the float account to a bank account',
	fields: [
		amountField,
		...externalReferenceFields('e.g. salary-2026-11-017'),
		{
			displayName: 'Beneficiary Name',
			name: 'beneficiaryName',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. Example Supplier',
			description: 'Who holds the account, at most 20 characters',
		},
		bankField(bankLists.payOut, 'The bank that holds the beneficiary account'),
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
		payoutSpeedField,
		...nonceFields('externalReference'),
	],
	options: [onDuplicateOrFailedOption, shortenNamesOption],
	lifecycle: disbursements,
	simplify: simplifyDisbursement,
	paidSince: disbursementsSince,

	prepare: (item, { clientId }) => preparePayment(disbursementPayment, item, clientId),
});
