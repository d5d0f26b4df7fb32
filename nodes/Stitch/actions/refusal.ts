import { httpStatusOf } from '../transport/failure';
import type { Outcome } from '../transport/service';

/**
 * A separate sentence for an outcome, if a status of the service means more for this request than for
 * others.
 * @param words without Stitch's own, which stay in the details
 */
export function refusedAs(
	status: number,
	words: { readonly sentence: string; readonly advice: string },
	outcome: Outcome,
): Outcome {
	if (!('failure' in outcome) || httpStatusOf(outcome.failure) !== status) return outcome;
	return { failure: { ...outcome.failure, ...words } };
}
