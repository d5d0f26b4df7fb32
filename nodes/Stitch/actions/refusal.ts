import type { IDataObject } from 'n8n-workflow';

import { meaningOf, type Resource } from '../run/resource';
import { httpStatusOf, ServiceFailure } from '../transport/failure';
import { answerIn, type Outcome } from '../transport/service';

export interface RefusalWords {
	readonly sentence: string;
	readonly advice: string;
}

/**
 * A separate sentence for an outcome, if a status of the service means more for this request than for
 * others.
 * @param words without Stitch's own, which stay in the details
 */
export function refusedAs(status: number, words: RefusalWords, outcome: Outcome): Outcome {
	if (!('failure' in outcome) || httpStatusOf(outcome.failure) !== status) return outcome;
	return { failure: { ...outcome.failure, ...words } };
}

/**
 * The record that a cancellation returns. One that is paid was not cancelled, even if Stitch answers
 * with success: it was paid at the same moment, and must not be taken for one that never will be.
 * @param words for what cannot be cancelled
 * @throws {ServiceFailure}
 */
export function cancelledIn(
	outcome: Outcome,
	words: RefusalWords,
	resource: Pick<Resource, 'statuses'>,
): IDataObject {
	const { body } = answerIn(refusedAs(409, words, outcome));
	if (meaningOf(body, resource) !== 'done') return body;
	const id = String(body.id);
	// A workflow branches on it as on one that was paid before.
	throw new ServiceFailure({ kind: 'status', status: 409, happened: 'no', id, ...words });
}
