import type { IDataObject } from 'n8n-workflow';

import { isFinal } from '../../../run/lifecycle';
import { paymentRequests } from '../paymentRequests';

/**
 * How a wait ended. `paid` is used only for a payment request that was read as completed. `timedOut`
 * says nothing about the payment, because n8n does not run the node when a time limit passes.
 */
export type Outcome = 'paid' | 'notPaid' | 'timedOut';

/** What is said of a wait, in one field beside those of the node's input. */
export interface WaitResult {
	/** Undefined while the wait lasts. */
	outcome?: Outcome;
	final: boolean;
	paymentRequest: IDataObject;
	/** Until the wait ends: what was chosen for a payer who returns unpaid, as it was then. */
	whenUnpaid?: string;
}

/** A wait that ended with a reading of the payment request. */
export function ended(paymentRequest: IDataObject): WaitResult {
	const outcome = paymentRequest.status === 'completed' ? 'paid' : 'notPaid';
	return { outcome, final: isFinal(paymentRequest, paymentRequests), paymentRequest };
}

/** A wait that timed out: the payment request as it was when the wait began. */
export function timedOut(paymentRequest: IDataObject): WaitResult {
	return { outcome: 'timedOut', final: false, paymentRequest };
}

/**
 * The node's output: its input, and the result beside it. The result has one name of its own, so that
 * it never stands in for a field of the input. It replaces only the result of an earlier wait.
 */
export function passOn(input: IDataObject, result: WaitResult): IDataObject {
	return { ...input, waitForPayment: { ...result } };
}
