import type { INodeProperties } from 'n8n-workflow';

import { choiceField } from '../../schemas/field';
import { metadataField } from '../fields/metadata';
import { payerField } from '../fields/payer';
import { additionalFields } from '../fields/payment';
import { redirectUrlField } from '../fields/redirectUrl';
import { returnFields } from '../payerReturn/returnAddress';

const byCard = { show: { paymentMethod: ['card'] } };
const chargedFirst = { show: { paymentMethod: ['card'], chargeAtOnce: [true] } };
const byCapitec = { show: { paymentMethod: ['capitecPay'] } };

/** How a payer can agree to be charged; DebiCheck collections are not offered by this interface. */
export const consentMethod = choiceField({
	displayName: 'Payment Method',
	name: 'paymentMethod',
	type: 'options',
	options: [
		{
			name: 'Capitec Pay',
			value: 'capitecPay',
			description: 'Charges an account at Capitec, up to a maximum that the payer agrees to',
		},
		{ name: 'Card', value: 'card', description: 'Charges a card that the payer enters once' },
	],
	default: 'card',
	description: 'What is charged later',
});

/** How often Capitec lets a payer be charged (public reference). */
export const frequency = choiceField({
	displayName: 'Frequency',
	name: 'frequency',
	type: 'options',
	options: [
		{ name: 'Daily', value: 'DAILY' },
		{ name: 'Monthly', value: 'MONTHLY' },
		{ name: 'Once Off', value: 'ONCE_OFF' },
		{ name: 'Weekly', value: 'WEEKLY' },
		{ name: 'Yearly', value: 'YEARLY' },
	],
	default: 'MONTHLY',
	description: 'How often the payer can be charged. Capitec takes one payment in each interval.',
	displayOptions: byCapitec,
});

/** The fields of Payment Consent → Create; those for the simple case come first. */
export const consentCreateFields: INodeProperties[] = [
	consentMethod.field,
	{
		displayName: 'External Reference',
		name: 'externalReference',
		type: 'string',
		default: '',
		placeholder: 'e.g. subscription-204',
		description: 'Your own unique reference for this agreement; the events about it carry it',
	},
	{
		displayName: 'Charge at Once',
		name: 'chargeAtOnce',
		type: 'boolean',
		default: false,
		description: 'Whether the card is charged for the first time as soon as the payer agrees',
		displayOptions: byCard,
	},
	{
		displayName: 'First Charge Amount',
		name: 'firstChargeAmount',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. 99.00',
		description: 'In rand (ZAR), more than 0, with at most two decimals',
		displayOptions: chargedFirst,
	},
	{
		displayName: 'First Charge Reference',
		name: 'firstChargeReference',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. 204-2026-11',
		description:
			'Your own unique reference for the first charge. Charge → Create does not charge it again if Duplicate Protection is By External Reference and Stitch lets your client list its charges. To find out, use Dry Run there: <code>why</code> must not be <code>unknown</code>.',
		displayOptions: chargedFirst,
	},
	{
		displayName: 'Maximum Amount',
		name: 'maximumAmount',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. 150.00',
		description: 'The most that one charge can be, in rand (ZAR). The payer sees it.',
		displayOptions: byCapitec,
	},
	frequency.field,
	{
		displayName: 'Start Date',
		name: 'startDate',
		type: 'dateTime',
		default: '',
		description:
			'The first day on which the payer can be charged. Leave it empty to let Stitch decide.',
		displayOptions: byCapitec,
	},
	{
		displayName: 'Payment Description',
		name: 'paymentDescription',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. Example Gym',
		description: "What the payer reads in their bank's app when they are asked to agree",
		displayOptions: byCapitec,
	},
	...returnFields('page', 'Payment Consent → Wait for Consent'),
	additionalFields([
		metadataField,
		payerField(),
		{
			...redirectUrlField(
				'Where the page sends the payer back to. The domain must be on the list of your client at Stitch.',
			),
			displayOptions: { hide: { '/returnToThisWorkflow': [true] } },
		},
	]),
];
