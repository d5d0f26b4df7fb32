import type { IDataObject } from 'n8n-workflow';

import { duplicateProtections } from '../../idempotency/duplicateProtection';
import type { PreparedPayment } from '../../idempotency/payment';
import { meaningOf } from '../../run/resource';
import { ServiceFailure } from '../../transport/failure';
import { reasonFor } from '../../transport/reasons';
import { shownReference, clipped } from '../../transport/wording';
import { refunds } from './refunds';
import { choice, orDefault } from '../../schemas/formFields';

export const onFailure = orDefault(
	choice({
		displayName: 'On Failure',
		options: [
			{ name: 'Fail', value: 'fail', description: 'Fail the item' },
			{
				name: 'Return Refund',
				value: 'return',
				description: 'Return the refund with its status so that the workflow can check it',
			},
		],
		default: 'fail',
		description: 'What to do when the refund has failed, so that no money was given back',
	}),
);

function refundFailure(refund: IDataObject): ServiceFailure | undefined {
	const { id, status, statusReason, externalReference } = refund;
	if (meaningOf(refund, refunds) !== 'failed') return undefined;
	const { what: why } = reasonFor(refund);
	return new ServiceFailure({
		kind: 'failedPayment',
		happened: 'no',
		id: String(id),
		reason: clipped(statusReason),
		sentence: `The refund ${nameOfRefund(externalReference, id)} ${fateOf(status)}${why ? ` (${why})` : ''}: no money was given back`,
		advice: `Running it again returns this same refund. To try once more, first check in Stitch that the money was not given back in another way. Then send this refund alone, in a run with 'Duplicate Protection' set to ${duplicateProtections.custom.name}. With that setting, every other row would be given back again.`,
	});
}

/** A refund is named by the reference of the payment that it gives back, if Stitch returns it. */
function nameOfRefund(externalReference: unknown, id: unknown): string {
	return typeof externalReference === 'string'
		? `of ${shownReference(externalReference)}`
		: String(id);
}

function fateOf(status: unknown): string {
	return status === 'declined' || status === 'cancelled' ? `was ${status}` : 'has failed';
}

/**
 * Returns the refund. If the service says that it failed, the item fails: people take an item on the
 * success output as money that was given back (companion spec 3.2).
 */
export function failingWhenFailed(refund: PreparedPayment): PreparedPayment {
	return {
		...refund,
		async send(service, foundAhead) {
			const record = await refund.send(service, foundAhead);
			const failure = refundFailure(record);
			if (failure !== undefined) throw failure;
			return record;
		},
	};
}
