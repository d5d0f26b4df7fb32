import type { INodeProperties } from 'n8n-workflow';

import { preparePayment } from '../../idempotency/payment';
import { definePayment } from '../../run/operation';
import { bankField, bankLists } from '../fields/bank';
import { nonceFields, onDuplicateOrFailedOption } from '../fields/nonce';
import { accountNumberField, amountField, externalReferenceFields } from '../fields/payment';
import { disbursementPayment, shortenNamesOption } from './disbursementPayment';
import { disbursements, simplifyDisbursement, disbursementsSince } from './disbursements';

/** How fast a payout is paid (spec 2.5: its type). */
const payoutSpeedField: INodeProperties = {
	displayName: 'Payout Speed',
	name: 'payoutSpeed',
	type: 'options',
	options: [
		{
			name: 'Instant',
			value: 'instant',
			description: 'Clears at once, can cost more, and is not supported by every bank',
		},
		{ name: 'Same Day', value: 'default', description: 'Clears on the same day' },
	],
	default: 'default',
	description:
		"How fast the payment clears. After the bank's cut-off time, it moves to the next business day.",
};

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
