import type { INodeProperties } from 'n8n-workflow';

import { nonceFields, onDuplicateOf } from '../../idempotency/duplicateProtection';
import { preparePayment } from '../../idempotency/payment';
import { definePayment } from '../../run/operation';
import { check } from '../../schemas/field';
import { metadataField } from '../fields/metadata';
import {
	additionalFields,
	amountField,
	externalReferenceFields,
	merchantField,
} from '../fields/payment';
import { chargeWith, chargePayment } from './chargePayment';
import { charges } from './charges';

const underConsent = { show: { chargeWith: ['paymentConsent'] } };

const whatFields: INodeProperties[] = [
	chargeWith.field,
	{
		displayName: 'Payment Consent ID',
		name: 'paymentConsentId',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. Y29uc2VudDox',
		description: 'The ID that Payment Consent → Create returned. The consent must be granted.',
		displayOptions: underConsent,
	},
	{
		displayName: 'Card ID',
		name: 'cardId',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. Y2FyZDox',
		description: 'The ID that Card → Get Many returns',
		displayOptions: { show: { chargeWith: ['card'] } },
	},
];

/** Charges a payer who has agreed to it, without them (public reference: `initiateTransaction`). */
export const create = definePayment({
	value: 'create',
	name: 'Create',
	action: 'Create charge (recurring payment)',
	description: 'Charge a payer who has agreed to it, or a stored card',
	fields: [
		...whatFields,
		amountField,
		...externalReferenceFields('e.g. 204-2026-11'),
		{
			displayName: 'Payer Reference',
			name: 'payerReference',
			type: 'string',
			default: '',
			placeholder: 'e.g. Gym Nov',
			description:
				"Shown on the payer's bank statement. Required for Capitec Pay; not used for cards.",
			displayOptions: underConsent,
		},
		...nonceFields(chargePayment('paymentConsent')),
		additionalFields([
			{
				displayName: 'Beneficiary Account ID',
				name: 'beneficiaryAccountId',
				type: 'string',
				default: '',
				placeholder: 'e.g. YWNjb3VudDox',
				description: 'The ID that Stitch gave your account that receives the money',
			},
			merchantField,
			metadataField,
		]),
		{
			displayName:
				'Branch on <code>status</code>: only <b>success</b> means that the payer was charged. A charge that is <b>pending</b> can still go either way; if there is an <code>interactionUrl</code>, the payer has to confirm it there.',
			name: 'statusNotice',
			type: 'notice',
			default: '',
		},
	],
	options: [onDuplicateOf(chargePayment('paymentConsent')).field],
	lifecycle: charges,
	simplify: charges.simplify,

	prepare(item, { clientId }) {
		const what = check(chargeWith.rule, item.get('chargeWith'));
		return preparePayment(chargePayment(what), item, clientId);
	},
});
