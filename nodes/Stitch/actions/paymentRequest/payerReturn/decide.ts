import type { IDataObject } from 'n8n-workflow';

import { isFinal } from '../../../run/lifecycle';
import { paymentRequests } from '../paymentRequests';
import type { PageName } from './texts';

/** A payer who has come back to a waiting execution. */
export interface Return {
	/** The payment request as it was just read. */
	paymentRequest: IDataObject;
	/** Whether the return names this payment. */
	isPayer: boolean;
	/** Whether the workflow continues with a payment that was not made yet, but still may be. */
	goesOnUnpaid: boolean;
}

/** What the payer sees, and whether the workflow continues. */
export interface Decision {
	page: PageName;
	resume: boolean;
}

/**
 * What to do about a return. Only the service's answer decides (spec 4.2): with a final status the
 * workflow always continues, whoever came; otherwise only if the user chose so and the payer is back.
 */
export function decide({ paymentRequest, isPayer, goesOnUnpaid }: Return): Decision {
	if (paymentRequest.status === 'completed') return { page: 'paid', resume: true };
	if (isFinal(paymentRequest, paymentRequests)) return { page: 'over', resume: true };
	return isPayer && goesOnUnpaid
		? { page: 'notPaid', resume: true }
		: { page: 'pending', resume: false };
}

/**
 * Whether a return belongs to another payment, such as an earlier one of the same workflow.
 * @param returnedId the `id` in the query: anybody can write it, so it can only exclude a return,
 * never admit one
 */
export function isOfAnother(returnedId: unknown, awaitedId: string): boolean {
	return returnedId !== undefined && returnedId !== awaitedId;
}
