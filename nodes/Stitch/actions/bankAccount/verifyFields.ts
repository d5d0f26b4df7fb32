import type { INodeProperties } from 'n8n-workflow';

import { choiceField, type NumberField } from '../../schemas/field';
import { bankField, bankLists } from '../fields/bank';
import { accountNumberField, additionalFields } from '../fields/payment';

const ofIndividual = { show: { holderType: ['individual'] } };
const ofBusiness = { show: { holderType: ['business'] } };

/** Kinds of bank account that a verification can compare (spec 2.6). */
const accountTypes = [
	{ name: 'Credit', value: 'credit' },
	{ name: 'Current', value: 'current' },
	{ name: 'Investment', value: 'investment' },
	{ name: 'Loan', value: 'loan' },
	{ name: 'Other', value: 'other' },
	{ name: 'Savings', value: 'savings' },
	{
		name: 'Unknown',
		value: 'unknown',
		description: 'The type is not compared, so the outcome cannot be "verified"',
	},
];

export const accountType = choiceField({
	displayName: 'Account Type',
	name: 'accountType',
	type: 'options',
	options: accountTypes,
	// With Unknown, the outcome would never be "verified", so nothing is chosen for the user.
	default: '',
	required: true,
	description: 'The type that the account should have',
});

/** What else is verified if it is given (spec 2.6). */
const otherDetails: INodeProperties[] = [
	{
		displayName: 'Branch Code',
		name: 'branchCode',
		type: 'string',
		default: '',
		placeholder: 'e.g. 250655',
		description: "Exactly 6 digits. Leave it empty to use the bank's universal code.",
	},
	{
		displayName: 'Country',
		name: 'country',
		type: 'string',
		default: '',
		placeholder: 'e.g. ZA',
		description:
			'Two-letter code of the country that issued the document or the registration; South Africa when empty',
	},
	{
		displayName: 'Email',
		name: 'email',
		type: 'string',
		default: '',
		placeholder: 'e.g. name@example.com',
		description: 'Compared with what the bank has on record',
	},
	{
		displayName: 'Phone',
		name: 'phone',
		type: 'string',
		default: '',
		placeholder: 'e.g. +27821234567',
		description: 'Compared with what the bank has on record',
	},
];

/** Who holds the account (spec 2.6). */
export const holderType = choiceField({
	displayName: 'Account Holder Type',
	name: 'holderType',
	type: 'options',
	options: [
		{ name: 'Business', value: 'business' },
		{ name: 'Individual', value: 'individual' },
	],
	default: 'individual',
	description: 'Who should hold the account',
});

export const documentType = choiceField({
	displayName: 'Document Type',
	name: 'documentType',
	type: 'options',
	options: [
		{ name: 'Passport', value: 'passport' },
		{ name: 'South African ID', value: 'identity_document' },
	],
	default: 'identity_document',
	description: 'The document that identifies the account holder',
	displayOptions: ofIndividual,
});

/** The fields of Bank Account → Verify (spec 2.6); what the outcome needs is not among the additional ones. */
export const verifyFields: INodeProperties[] = [
	bankField(bankLists.verify),
	accountNumberField,
	accountType.field,
	holderType.field,
	documentType.field,
	{
		displayName: 'Document Number',
		name: 'documentNumber',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. 0001010000000',
		description: 'The number of the ID document or of the passport',
		displayOptions: ofIndividual,
	},
	{
		displayName: 'Family Name',
		name: 'familyName',
		type: 'string',
		default: '',
		placeholder: 'e.g. Dlamini',
		description: 'At most 60 characters. Without it, the outcome cannot be "verified".',
		displayOptions: ofIndividual,
	},
	{
		displayName: 'Initials',
		name: 'initials',
		type: 'string',
		default: '',
		placeholder: 'e.g. NP',
		description: 'At most 5 characters. Without them, the outcome cannot be "verified".',
		displayOptions: ofIndividual,
	},
	{
		displayName: 'Registration Number',
		name: 'registrationNumber',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. 2020/123456/07',
		description: 'The registration number of the business',
		displayOptions: ofBusiness,
	},
	{
		displayName: 'Business Name',
		name: 'businessName',
		type: 'string',
		default: '',
		placeholder: 'e.g. Example Trading',
		description: 'At most 60 characters. Without it, the outcome cannot be "verified".',
		displayOptions: ofBusiness,
	},
	additionalFields(otherDetails),
];

/** What happens where the bank is still checking. */
export const onTimeout = choiceField({
	displayName: 'On Timeout',
	name: 'onTimeout',
	type: 'options',
	options: [
		{ name: 'Fail', value: 'fail', description: 'Fail the item' },
		{
			name: 'Return Pending Answer',
			value: 'return',
			description: 'Return the answer with the outcome "pending" (without Simplify: the status)',
		},
	],
	default: 'return',
	description: 'What to do when the bank is still checking after Maximum Wait',
});

/** How long to wait for the bank; the service's own check takes up to 120 seconds (spec 8). */
export const maximumWait: NumberField = {
	displayName: 'Maximum Wait',
	name: 'maxWaitSeconds',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 3600 },
	default: 120,
	description:
		'How many seconds to keep asking while the bank is still checking. 0 asks only once.',
};
