import { protectedBy } from '../../idempotency/duplicateProtection';
import { form, type ReadBy, type Source, type ValueOf } from '../../schemas/form';
import { choice, choiceOrNone, notice, textField } from '../../schemas/formFields';
import { options, unless, variant } from '../../schemas/formGroups';
import type { Mistake } from '../../schemas/invalidInput';
import { visibleText } from '../../schemas/visibleText';
import { charges } from '../charge/charges';
import { locator } from '../fields/locator';
import { metadataField } from '../fields/metadata';
import { additionalFields, amountField, referenceField } from '../fields/payment';
import { paymentRequests } from '../paymentRequest/paymentRequests';
import { terminalSessions } from '../terminalSession/terminalSessions';
import { refundReason } from './refunds';
import { onFailure } from './failedRefund';
import { refundsSoFar } from './refundsSoFar';

export const refundOf = choice({
	displayName: 'Refund Of',
	options: [
		{
			name: 'Charge',
			value: 'recurringCharge',
			description: 'A charge of a payment consent or of a stored card',
		},
		{
			name: 'In-Person Charge',
			value: 'charge',
			description: 'One charge, as the outcome of its terminal session shows it',
		},
		{
			name: 'Payment Request',
			value: 'paymentRequest',
			description: 'An online payment',
		},
		{
			name: 'Terminal Session',
			value: 'terminalSession',
			description: 'The charge that a terminal session made',
		},
	],
	default: 'paymentRequest',
	description:
		'What is paid back. Refund a payment always in the same way: in two ways, such as From List and By ID, it can be paid back twice.',
});

export type RefundOf = ValueOf<typeof refundOf>;

/** How fast a refund of an online payment is paid (public GraphQL reference: `ClearingType`). */
const refundSpeed = choiceOrNone({
	displayName: 'Refund Speed',
	options: [
		{
			name: 'Instant',
			value: 'instant',
			description: 'Clears at once if the bank supports it, and can cost more',
		},
		{ name: 'Standard', value: 'default', description: 'Clears as is usual for the bank' },
	],
	default: 'default',
	description:
		"How fast the refund clears. Instant refunds after the bank's cut-off time move to the next business day.",
	at: 'clearingType',
});

export const refundOptions = options({ onFailure, refundsSoFar });

/**
 * A refund, besides its nonce. The specification does not say what a charge and a terminal session
 * together would mean, so exactly one is sent.
 */
export const refundForm = form({
	of: variant('refundOf', refundOf, {
		charge: {
			chargeId: textField(
				{
					displayName: 'Charge ID',
					required: true,
					placeholder: 'e.g. Y2hhcmdlOjE=',
					description: 'The ID of the charge, from the outcome of its terminal session',
					at: 'charge',
				},
				visibleText,
			),
		},
		terminalSession: {
			terminalSessionId: locator(terminalSessions, { at: 'terminalSession' }),
		},
		paymentRequest: {
			paymentRequestId: locator(paymentRequests, {
				description: 'The completed payment request whose money is given back',
			}),
			beneficiaryReference: textField(
				{
					displayName: 'Beneficiary Reference',
					required: true,
					placeholder: 'e.g. Refund 1017',
					description: "Shown on the customer's bank statement, at most 30 characters",
				},
				(label) => visibleText(label, { max: 30 }),
			),
			refundSpeed,
		},
		recurringCharge: {
			recurringChargeId: locator(charges),
			externalReference: referenceField({
				placeholder: 'e.g. refund-204-2026-11',
				description: 'Your own unique reference for this refund, for tracking and reconciliation',
			}),
		},
	}),
	amount: amountField,
	reason: refundReason,
	protection: protectedBy('itemContent'),
	onceNotice: notice(
		'The same amount of the same payment is refunded only once. For a second refund of the same amount, set <b>Duplicate Protection</b> to By My Own Key, or add the option <b>Refunds So Far</b>. To correct the amount of a refund, refund only the difference.',
	),
	additionalFields: unless(
		{ refundOf: ['paymentRequest', 'recurringCharge'] },
		additionalFields({ metadata: metadataField({ nested: 'asIs' }) }),
	),
	options: refundOptions,
});

type Refund = ReadBy<typeof refundForm>;

export type RefundOfA<Of extends RefundOf> = Refund & { of: Extract<Refund['of'], { type: Of }> };

/**
 * Reads a refund of the kind of payment that the form is for.
 * @throws {InvalidInput} with every mistake in the item
 */
export function readRefundOf<Of extends RefundOf>(
	parameters: Source,
	mistakes: Mistake[],
): RefundOfA<Of> {
	return refundForm.read(parameters, { mistakes }) as RefundOfA<Of>;
}
