import type { IDataObject } from 'n8n-workflow';

import { addedToPayment } from '../../idempotency/paymentToMake';
import type { PaymentKindName } from '../../idempotency/usedNonce';
import type { Resource } from '../../run/resource';
import { asFields } from '../../transport/json';
import { paymentAmountColumns, cell, pick, reasonCell } from '../columns';
import { requireReference } from '../fields/referenceFinder';
import { paymentLabel } from '../paymentLabel';
import { transactionEvents } from './transactionEvents';
import { chargesWithReference, oneTransaction } from './transactions';

/** Part of the nonce of every charge, so it must never change. */
export const chargeKind = 'charge.create' satisfies PaymentKindName;

/**
 * Charges (public reference: `PaymentTransaction`). There is no list to choose from: the order and page
 * size of Stitch's list are not known.
 */
export const charges = {
	value: 'charge',
	name: 'Charge',
	noun: 'charge',
	statuses: { pending: 'open', success: 'done', failure: 'failed', cancelled: 'failed' },
	one: oneTransaction,
	keeps: addedToPayment,
	findByReference: async (service, reference) =>
		(await chargesWithReference(service, [reference])).map((each) =>
			requireReference(each, reference),
		),
	simplify: simplifyCharge,
	label: (charge) =>
		paymentLabel(charge, {
			amount: asFields(charge.amount).quantity,
			who: { time: charge.statusDate },
		}),
	field: {
		name: 'recurringChargeId',
		placeholder: 'e.g. dHJhbnNhY3Rpb246MQ==',
		description:
			'Enter the external reference of the charge, or the ID that Charge → Create returned',
	},
	events: [
		transactionEvents({
			family: 'charge',
			name: 'Charge',
			meanings: {
				cancelled: 'The charge was cancelled: nothing was paid. Final.',
				failure: 'The payer could not be charged; the output says why. Final.',
				pending: 'The charge waits for the bank, or for the payer to confirm it',
				success: 'The payer was charged. Final.',
			},
		}),
	],
} satisfies Resource;

export function simplifyCharge(charge: IDataObject): IDataObject {
	const isCreated = charge.alreadyExisted !== undefined;
	return {
		externalReference: cell(charge.externalReference),
		...paymentAmountColumns(charge, isCreated),
		status: cell(charge.status),
		reasonText: reasonCell(charge),
		interactionUrl: cell(charge.interactionUrl),
		...pick(charge, ['alreadyExisted', 'statusDate']),
		paymentMethod: cell(charge.paymentMethod),
		// A refund has no consent, and must not look like a charge.
		...(charge.originalChargeId === undefined
			? { paymentConsentId: cell(charge.paymentConsentId) }
			: { originalChargeId: charge.originalChargeId }),
		id: cell(charge.id),
	};
}
