import type { IDataObject } from 'n8n-workflow';

import { meaningOf, type Resource } from '../run/resource';
import { httpStatusOf, ServiceFailure, type FailureFacts } from '../transport/failure';
import { refusedFieldOf, stitchMessage } from '../transport/messages';
import { answerIn, type Outcome } from '../transport/service';

export interface RefusalWords {
	readonly sentence: string;
	readonly advice: string;
}

/**
 * A separate sentence for a status that means more for this request than for others. Stitch's own message
 * follows: it may say which of the reasons it is.
 */
export function refusedAs(status: number, words: RefusalWords, outcome: Outcome): Outcome {
	if (!('failure' in outcome) || httpStatusOf(outcome.failure) !== status) return outcome;
	// A title such as Conflict says no more than the status.
	const { kind, detail }: FailureFacts = outcome.failure;
	const said = stitchMessage({ kind, detail });
	const sentence = `${words.sentence}${said === undefined ? '' : ` (Stitch says: ${said})`}`;
	return { failure: { ...outcome.failure, ...words, sentence } };
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
	const { body } = answerIn(withAdvice(words, refusedAs(409, words, outcome)));
	const meaning = meaningOf(body, resource);
	if (meaning === 'failed' || body.status === undefined) return body;
	if (meaning !== 'done') return { ...body, warnings: warningsOf(body) };
	const id = String(body.id);
	// The same failure as for a record that was paid before, so that a workflow can handle both alike.
	throw new ServiceFailure({ kind: 'status', status: 409, happened: 'no', id, ...words });
}

/** The next status is not specified for each record (companion spec 3.1): it may still be paid. */
function warningsOf({ status, warnings }: IDataObject): string[] {
	const before = Array.isArray(warnings) ? warnings.map(String) : [];
	const mayBePaid = `Stitch accepted this, but the status is “${String(status)}”. Read it again with Get before you rely on it.`;
	return [...before, mayBePaid];
}

/** Stitch may also use these to refuse what the status of a record does not allow. */
const maySayState = [400, 405, 410, 412, 422];

/**
 * The status of such a refusal is not specified (spec 4.1, 4.3; companion spec 7). If Stitch names no
 * value, its message is followed by what to do about the record.
 */
function withAdvice({ advice }: RefusalWords, outcome: Outcome): Outcome {
	if (!('failure' in outcome)) return outcome;
	const { failure } = outcome;
	const isRefused = failure.happened === 'no' && failure.kind !== 'notOffered';
	const saysState = maySayState.includes(httpStatusOf(failure)) && !refusedFieldOf(failure);
	return isRefused && saysState ? { failure: { ...failure, advice } } : outcome;
}
