import type { IDataObject } from 'n8n-workflow';

import { meaningOf, type ResourceWith } from '../../run/resource';

/**
 * Someone completed the request by hand: it is over, but there is no payment behind it (public
 * reference). The name of this status in REST is not known, so it has the name of its type.
 */
export const completedByHand = 'manually_completed';

/** The statuses of payment requests (spec 3.1). Completed does not mean that the money has arrived. */
export const paymentRequestStatuses: ResourceWith<'statuses'>['statuses'] = {
	pending: 'open',
	completed: 'done',
	cancelled: 'failed',
	expired: 'failed',
	[completedByHand]: 'failed',
};

/** Whether it was paid, or settled in another way. */
export function isSettled(request: IDataObject): boolean {
	return meaningOfRequest(request) === 'done' || request.status === completedByHand;
}

/** Whether it is over and was not paid: nobody can pay it any more. */
export function isUnpayable(request: IDataObject): boolean {
	return meaningOfRequest(request) === 'failed' && !isSettled(request);
}

function meaningOfRequest(request: IDataObject) {
	return meaningOf(request, { statuses: paymentRequestStatuses });
}
