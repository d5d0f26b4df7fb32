import { retryOff } from '../idempotency/payment';
import type { Mistake } from '../schemas/invalidInput';
import type { Item } from './item';

/**
 * Why an item whose request must not be sent twice is rejected: with Retry On Fail, n8n runs the
 * whole node again when one item has failed, including the items that were processed.
 * @param what what would happen, for example `run the mutation twice`
 */
export function whyNotRetried(
	{ isRetriedOnFail }: Pick<Item, 'isRetriedOnFail'>,
	what: string,
): Mistake[] {
	if (!isRetriedOnFail) return [];
	return [
		{
			field: 'Retry On Fail',
			what: `would ${what}: nothing protects this from being sent twice`,
			fix: retryOff,
		},
	];
}
