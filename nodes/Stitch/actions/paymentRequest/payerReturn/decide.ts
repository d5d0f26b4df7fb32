import type { IDataObject } from 'n8n-workflow';

import { isFinal } from '../../../run/lifecycle';
import { paymentRequests } from '../paymentRequests';
import type { PageName } from './texts';

/** A payer at the door of an execution that waits. */
export interface Return {
	/** As it was just read. */
	paymentRequest: IDataObject;
	/** Whether the return names this very payment. */
	isPayer: boolean;
	/** Whether the workflow goes on with a payment that was not made, and may still be. */
	goesOnUnpaid: boolean;
}

/** What the payer sees, and whether the workflow goes on. */
export interface Decision {
	page: PageName;
	resume: boolean;
}

/**
 * What to do about a return. Only what the service says decides (spec 4.2): a final status always
 * goes on, whoever asks; what is not final goes on where the user chose so and the payer is back.
 */
export function decide({ paymentRequest, isPayer, goesOnUnpaid }: Return): Decision {
	if (paymentRequest.status === 'completed') return { page: 'paid', resume: true };
	if (isFinal(paymentRequest, paymentRequests)) return { page: 'over', resume: true };
	return isPayer && goesOnUnpaid
		? { page: 'notPaid', resume: true }
		: { page: 'pending', resume: false };
}

/**
 * Whether a return is that of another payment, such as an earlier one of the same workflow.
 * @param returnedId the `id` in the query: anybody can write it, so it can keep a return out but
 * never let one in
 */
export function isOfAnother(returnedId: unknown, awaitedId: string): boolean {
	return returnedId !== undefined && returnedId !== awaitedId;
}
