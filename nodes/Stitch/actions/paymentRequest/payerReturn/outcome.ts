import type { IDataObject } from 'n8n-workflow';

import { isFinal } from '../../../run/lifecycle';
import { paymentRequests } from '../paymentRequests';

/**
 * How a wait ended. `paid` is used only for a payment request that was read as completed. `timedOut`
 * says nothing about the payment, because n8n does not run the node when a time limit passes.
 */
export type Outcome = 'paid' | 'notPaid' | 'timedOut';

/** The output of a wait that ended with a reading of the payment request. */
export function ended(paymentRequest: IDataObject): IDataObject {
	const outcome: Outcome = paymentRequest.status === 'completed' ? 'paid' : 'notPaid';
	return { ...paymentRequest, final: isFinal(paymentRequest, paymentRequests), outcome };
}

/** The output of a wait that timed out: the payment request as it was when the wait began. */
export function timedOut(paymentRequest: IDataObject): IDataObject {
	const outcome: Outcome = 'timedOut';
	return { ...paymentRequest, final: false, outcome };
}
