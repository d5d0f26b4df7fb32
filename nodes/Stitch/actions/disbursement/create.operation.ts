import { preparePayment } from '../../idempotency/payment';
import { definePayment } from '../../run/operation';
import { disbursementBanks } from '../../schemas/banks';
import { nonceFields, onDuplicateOrFailedOption } from '../fields/nonce';
import {
	accountNumberField,
	amountField,
	bankField,
	externalReferenceFields,
} from '../fields/payment';
import { disbursementPayment } from './disbursementPayment';
import { disbursements, simplifyDisbursement } from './disbursements';
import { disbursementsSince } from './disbursementsSince';

/** Pays from the float account to a bank account (spec 2.5, 4.3). */
export const create = definePayment({
	value: 'create',
	name: 'Create',
	action: 'Create disbursement',
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
		bankField(disbursementBanks, 'The bank that holds the beneficiary account'),
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
		...nonceFields('externalReference'),
	],
	options: [
		onDuplicateOrFailedOption,
		{
			displayName: 'Type',
			name: 'type',
			type: 'options',
			options: [
				{ name: 'Default', value: 'default', description: 'Clears on the same day' },
				{
					name: 'Instant',
					value: 'instant',
					description: 'Clears at once, can cost more, and is not supported by every bank',
				},
			],
			default: 'default',
			description:
				'How fast the payment clears. After the cut-off of the bank it moves to the next business day.',
		},
	],
	lifecycle: disbursements,
	simplify: simplifyDisbursement,
	paidSince: disbursementsSince,

	prepare: (item, { clientId }) => preparePayment(disbursementPayment, item, clientId),
});
