import { nonceFields, onDuplicateOf } from '../../idempotency/duplicateProtection';
import { preparePayment } from '../../idempotency/payment';
import { definePayment } from '../../run/operation';
import { metadataField } from '../fields/metadata';
import { additionalFields, amountField, externalReferenceFields } from '../fields/payment';
import { captureMethod, intent, terminalSessionPayment } from './terminalSessionPayment';
import { terminalSessions } from './terminalSessions';

/** Starts a payment on a terminal (companion spec 2.1, 4.2). */
export const create = definePayment({
	value: 'create',
	name: 'Create',
	action: 'Create terminal session (card machine)',
	description: 'Start a card payment or a disbursement on a terminal',
	fields: [
		intent.field,
		amountField,
		{
			displayName: 'Terminal ID',
			name: 'terminalId',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. dGVybWluYWw6MQ==',
			description: 'The ID of the terminal device, from the Stitch dashboard',
		},
		...externalReferenceFields('e.g. till-3-receipt-1234'),
		...nonceFields(terminalSessionPayment),
		additionalFields([
			captureMethod.field,
			{
				displayName: 'Cashback Amount',
				name: 'cashbackAmount',
				type: 'string',
				default: '',
				placeholder: 'e.g. 100',
				description: 'In rand. The customer is charged Amount plus this, and gets it in cash.',
				displayOptions: { show: { '/intent': ['charge'] } },
			},
			metadataField,
		]),
	],
	options: [onDuplicateOf(terminalSessionPayment).field],
	lifecycle: terminalSessions,
	simplify: terminalSessions.simplify,

	prepare: (item, { clientId }) => preparePayment(terminalSessionPayment, item, clientId),
});
