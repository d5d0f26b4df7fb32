import type { IDataObject } from 'n8n-workflow';

import { meaningOf } from '../../run/resource';
import type { PayerWait } from './payerWait';
import type { PageName } from './texts';

interface Return {
	/** The payment request or other object that is awaited, as it was just read. */
	object: IDataObject;
	/** Whether the return URL contains the payment's ID. */
	isPayer: boolean;
	/** Whether the workflow continues although the payment may still happen. */
	continuesUnpaid: boolean;
}

/**
 * Decides what the payer sees, and whether the workflow continues. Only the service's answer counts (spec
 * 4.2). With a final status the workflow always continues, whoever returned. Otherwise it continues only
 * if the user chose so, the payer is back, and they have not done their part yet.
 */
export function decide(
	{ object, isPayer, continuesUnpaid }: Return,
	{ lifecycle, isUnderWay }: Pick<PayerWait, 'lifecycle' | 'isUnderWay'>,
): { page: PageName; resume: boolean } {
	const meaning = meaningOf(object, lifecycle);
	if (meaning === 'done') return { page: 'paid', resume: true };
	if (meaning === 'failed') return { page: 'over', resume: true };
	return isPayer && continuesUnpaid && !isUnderWay?.(object)
		? { page: 'notPaid', resume: true }
		: { page: 'pending', resume: false };
}

/**
 * Whether a return belongs to a different payment, such as an earlier one of the same workflow.
 * @param returnedId from the query: anybody can write it, so it can only exclude a return,
 * never admit one
 */
export function isOtherPayment(returnedId: unknown, awaitedId: string): boolean {
	return returnedId !== undefined && returnedId !== awaitedId;
}
