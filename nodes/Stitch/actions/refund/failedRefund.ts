import type { INodeProperties } from 'n8n-workflow';

import type { PreparedPayment } from '../../idempotency/payment';
import { meaningOf } from '../../run/lifecycle';
import { choice } from '../../schemas/field';
import { ServiceFailure } from '../../transport/failure';
import { refundStatuses } from './refunds';

/** What happens to an item whose refund was accepted and then failed. */
export const failedRefundOption: INodeProperties = {
	displayName: 'When the Refund Fails',
	name: 'onFailedRefund',
	type: 'options',
	options: [
		{ name: 'Fail', value: 'fail', description: 'Treat the item as one that did not work' },
		{
			name: 'Return Refund',
			value: 'return',
			description: 'Return the refund with its status, for the workflow to look at',
		},
	],
	default: 'fail',
	description: 'What to do when the refund comes back failed: no money was given back then',
};

/**
 * The refund; it becomes a failed item if the service says that it failed, because people take the
 * money of an item on the success output as given back (companion spec 3.2).
 * @param onFailedRefund what the option says
 * @throws {InvalidInput} for an option that cannot be read
 */
export function failingWhenFailed(
	refund: PreparedPayment,
	onFailedRefund: unknown,
): PreparedPayment {
	const wanted = choice('When the Refund Fails', ['fail', 'return'], onFailedRefund, 'fail');
	if (wanted === 'return') return refund;
	return {
		...refund,
		async send(service) {
			const record = await refund.send(service);
			if (meaningOf(record, { statuses: refundStatuses }) !== 'failed') return record;
			const { id, status, statusReason } = record;
			const reason = typeof statusReason === 'string' ? statusReason : undefined;
			throw new ServiceFailure({
				kind: 'failedPayment',
				id: String(id),
				reason,
				sentence: `The refund ${String(id)} came back as ${String(status)}${reason ? ` (${reason})` : ''}: no money was given back`,
				advice:
					'Running it again returns this same refund. To give the money back all the same, set Nonce to Custom and give it a new text.',
			});
		},
	};
}
