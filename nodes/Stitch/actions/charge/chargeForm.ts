import { protectedBy } from '../../idempotency/duplicateProtection';
import { form, type ReadBy } from '../../schemas/form';
import { choice, ifAdded, notice, textField } from '../../schemas/formFields';
import { only, variant } from '../../schemas/formGroups';
import { optionalVisibleText, visibleText } from '../../schemas/visibleText';
import { metadataField } from '../fields/metadata';
import {
	additionalFields,
	amountField,
	identifyingReference,
	optionalMerchantField,
} from '../fields/payment';

const chargeWith = choice({
	displayName: 'Charge With',
	options: [
		{
			name: 'Payment Consent',
			value: 'paymentConsent',
			description: 'An agreement that the payer gave with Payment Consent → Create',
		},
		{
			name: 'Stored Card',
			value: 'card',
			description: 'A card that a payer stored while paying',
		},
	],
	default: 'paymentConsent',
	description: 'What to charge',
});

/** A charge (public reference: `TransactionInitiateInput`), besides its nonce. */
export const chargeForm = form({
	chargeWith: variant('chargeWith', chargeWith, {
		paymentConsent: {
			paymentConsentId: textField(
				{
					displayName: 'Payment Consent ID',
					required: true,
					placeholder: 'e.g. Y29uc2VudDox',
					description:
						'The ID that Payment Consent → Create returned. The consent must be granted.',
				},
				visibleText,
			),
		},
		card: {
			cardId: textField(
				{
					displayName: 'Card ID',
					required: true,
					placeholder: 'e.g. Y2FyZDox',
					description: 'The ID that Card → Get Many returns',
				},
				visibleText,
			),
		},
	}),
	amount: amountField,
	externalReference: identifyingReference('e.g. 204-2026-11'),
	payerReference: only(
		{ chargeWith: ['paymentConsent'] },
		textField(
			{
				displayName: 'Payer Reference',
				placeholder: 'e.g. Gym Nov',
				description:
					"Shown on the payer's bank statement. Required for Capitec Pay; not used for cards.",
				at: 'payerReference',
			},
			optionalVisibleText,
		),
	),
	protection: protectedBy('externalReference'),
	additionalFields: additionalFields({
		// Added and left empty, it is rejected: the money would go to a different account.
		beneficiaryAccountId: ifAdded(
			textField(
				{
					displayName: 'Beneficiary Account ID',
					placeholder: 'e.g. YWNjb3VudDox',
					description: 'The ID that Stitch gave your account that receives the money',
					at: 'beneficiaryAccountId',
				},
				optionalVisibleText,
			),
			'field',
		),
		merchantId: ifAdded(optionalMerchantField, 'field'),
		metadata: metadataField({ nested: 'asIs' }),
	}),
	statusNotice: notice(
		'Add an IF node on <code>status</code>: only <b>success</b> means that the payer was charged. A charge that is <b>pending</b> can still go either way; if there is an <code>interactionUrl</code>, the payer has to confirm it there.',
	),
});

export type Charge = ReadBy<typeof chargeForm>;

export type ChargeWith = Charge['chargeWith'];
