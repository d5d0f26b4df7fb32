import type { IDataObject } from 'n8n-workflow';

import { isFinal } from '../../../run/lifecycle';
import { paymentRequests } from '../paymentRequests';

/**
 * How a wait ended. `paid` is only ever said of a payment request that was read as completed;
 * `timedOut` says nothing about the payment, because n8n asks nobody when a time limit passes.
 */
export type Outcome = 'paid' | 'notPaid' | 'timedOut';

/** The output of a wait that ended with a payment request as it was just read. */
export function ended(paymentRequest: IDataObject): IDataObject {
	const outcome: Outcome = paymentRequest.status === 'completed' ? 'paid' : 'notPaid';
	return { ...paymentRequest, final: isFinal(paymentRequest, paymentRequests), outcome };
}

/** The output of a wait that nobody ended: the payment request as it was when the wait began. */
export function timedOut(paymentRequest: IDataObject): IDataObject {
	const outcome: Outcome = 'timedOut';
	return { ...paymentRequest, final: false, outcome };
}
