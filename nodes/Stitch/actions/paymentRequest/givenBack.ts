import type { IDataObject } from 'n8n-workflow';

import { meaningOf, type ResourceWith } from '../../run/resource';
import { moneyIn } from '../../schemas/money';
import { asFields } from '../../transport/json';
import { paymentRequestStatuses } from './paymentRequestStatuses';

/** The statuses of refunds of payment requests, with what they mean (public reference). */
export const onlineStatuses: ResourceWith<'statuses'>['statuses'] = {
	pending: 'open',
	submitted: 'open',
	paused: 'paused',
	completed: 'done',
	error: 'failed',
};

/** Whether a refund of a payment request gives money back, or may do so. */
export const isGivenBack = (refund: IDataObject): boolean =>
	meaningOf(refund, { statuses: onlineStatuses }) !== 'failed';

/**
 * The cents that were given back or are on their way; undefined if the service does not say so for every
 * refund.
 */
export function centsGivenBack(refunds: unknown): number | undefined {
	if (!Array.isArray(refunds)) return undefined;
	const amounts = refunds
		.map(asFields)
		.filter(isGivenBack)
		.map(({ amount }) => moneyIn(asFields(amount).quantity));
	const sum = amounts.reduce((cents, amount) => cents + (amount?.cents ?? NaN), 0);
	return Number.isNaN(sum) ? undefined : sum;
}

/**
 * The cents of a payment request that can still be given back; undefined if it was not paid, or if the
 * service does not say it.
 */
export function centsLeft({ status, amount, refunds }: IDataObject): number | undefined {
	const paid = moneyIn(asFields(amount).quantity);
	const givenBack = centsGivenBack(refunds);
	const isPaid = meaningOf({ status }, { statuses: paymentRequestStatuses }) === 'done';
	return isPaid && paid && givenBack !== undefined ? paid.cents - givenBack : undefined;
}
