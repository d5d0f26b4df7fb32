import type { IDataObject } from 'n8n-workflow';

import {
	clipped,
	httpStatusOf,
	saysDuplicate,
	ServiceFailure,
	type FailureDetails,
	type FailureKind,
} from '../transport/failure';
import { explain, whatWasSaid } from '../transport/messages';
import type { EarlierAttempt, PaymentAttempt } from './attempt';
import { differencesOf, differenceInWords } from './comparison';

/** The failure as it came. A conflict says that there is a payment, which may be this run's own. */
export function asHeard(
	_attempt: PaymentAttempt,
	nonce: string,
	heard: FailureDetails,
): ServiceFailure {
	const happened = saysDuplicate(heard) ? 'maybe' : heard.happened;
	return new ServiceFailure({ ...heard, nonce, happened });
}

/** The service holds another payment under the nonce. */
export function otherValues(
	attempt: PaymentAttempt,
	nonce: string,
	found: IDataObject,
	heard?: FailureDetails,
): ServiceFailure {
	const differences = differencesOf(attempt.compare(found)).map(differenceInWords).join('; ');
	const id = String(found.id);
	return new ServiceFailure({
		...heard,
		nonce,
		happened: 'no',
		kind: 'otherValues',
		id,
		sentence: `Already sent under ${attempt.name(nonce)}, but with other values: nothing was sent again. ${differences}`,
		advice: `Check the first payment in Stitch: its ID is ${id}. If it is this payment, leave this row out of the next run: with other values or another reference, it could be paid a second time. Only what is owed on top of it is a new payment, with a new reference.`,
	});
}

/** The service holds the payment, and a duplicate is to fail. */
export function madeBefore(
	attempt: PaymentAttempt,
	nonce: string,
	{ id }: IDataObject,
): ServiceFailure {
	return new ServiceFailure({
		kind: 'duplicate',
		happened: 'no',
		nonce,
		id: String(id),
		sentence: `Already sent under ${attempt.name(nonce)}: nothing was sent again`,
		advice: `The payment has the ID ${String(id)}. To return it instead, set 'On Duplicate' to Return Existing.`,
	});
}

/**
 * It may have been made, or the nonce was used before, and the payment cannot be looked up.
 * @param failure of the look-up; undefined where the list may lack the payment
 */
export function notLookedUp(
	{ name, lookUpAdvice }: PaymentAttempt,
	nonce: string,
	heard: FailureDetails | undefined,
	failure?: FailureDetails,
): ServiceFailure {
	const why = failure && whatWasSaid(failure);
	return new ServiceFailure({
		kind: 'duplicate',
		...heard,
		nonce,
		// What was there before stands until it has been looked up.
		happened: 'maybe',
		sentence: `${startOf(heard)}. Whether there is a payment under ${name(nonce)} could not be looked up${why ? ` (${why})` : ''}`,
		advice: lookUpAdvice,
	});
}

/** Not sent, because it cannot be looked up whether it was made before. */
export function notSentUnseen(
	{ name, lookUpAdvice }: PaymentAttempt,
	nonce: string,
	failure: FailureDetails,
): ServiceFailure {
	// Where no request goes out, nothing is known of any payment: the run says so for all of them alike.
	if (unsent.includes(failure.kind)) return new ServiceFailure({ ...failure, nonce });
	return new ServiceFailure({
		...failure,
		kind: 'notSent',
		nonce,
		// An earlier run may have made it.
		happened: 'maybe',
		sentence: `Nothing was sent now: whether there is a payment under ${name(nonce)} could not be looked up (${explain(failure).message})`,
		advice: `Run the item again: nothing is sent twice. Until then, do not move this money in another way. ${lookUpAdvice}`,
	});
}

const unsent: readonly FailureKind[] = ['notConnected', 'notSent', 'stopped', 'token'];

function startOf(heard: FailureDetails | undefined): string {
	if (heard === undefined) return 'Nothing was sent twice';
	return heard.happened === 'maybe'
		? `This run may have made the payment, but Stitch did not confirm it${quoted(heard)}`
		: `Nothing was sent twice. Stitch reports a conflict${quoted(heard)}`;
}

/** Not sent, and whether it was made before cannot be looked up. */
export function blockedAndNotLookedUp(
	{ lookUpAdvice }: PaymentAttempt,
	nonce: string,
	heard: FailureDetails,
): ServiceFailure {
	// What could not be read says nothing about the payment.
	if (heard.kind !== 'notSent') return new ServiceFailure({ ...heard, nonce });
	const { message, description } = explain(heard);
	return new ServiceFailure({
		...heard,
		nonce,
		happened: 'maybe',
		sentence: `${message}. Whether it was charged before could not be looked up`,
		advice: `Do not ask for this money in another way yet: run the item again. ${lookUpAdvice} ${description}`,
	});
}

/** What stands in the way may be a payment that is not listed yet, also one of this very run. */
export function mayBeListedLater(
	{ name, lookUpAdvice }: PaymentAttempt,
	nonce: string,
	heard: FailureDetails,
): ServiceFailure {
	const status = httpStatusOf(heard);
	const refused = status >= 400 && status < 500 ? 'refused this' : 'did not confirm this';
	const what = saysDuplicate(heard) ? 'reports a conflict' : refused;
	return new ServiceFailure({
		...heard,
		nonce,
		happened: 'maybe',
		sentence: `Stitch ${what}${quoted(heard)}. No payment under ${name(nonce)} can be found so far, but there may be one`,
		advice: `Run the item again in a few minutes, unchanged: nothing is sent twice. If that does not help: ${lookUpAdvice}`,
	});
}

/** Every attempt was made, and has failed. */
export function allFailed(attempts: EarlierAttempt[], nonce: string | undefined): ServiceFailure {
	const { id, reason, reasonText } = attempts.at(-1) ?? {};
	return new ServiceFailure({
		kind: 'failedPayment',
		happened: 'no',
		nonce,
		id: String(id),
		// Of a cancelled payment, it is what a person has typed.
		reason: clipped(reason),
		sentence: `All ${attempts.length} attempts to make this payment have failed. The last time: ${String(reasonText ?? 'no reason given')}`,
		advice:
			'Nothing more is sent under this reference or key. Find out why it fails. Use a new one only after you have seen in Stitch that no attempt was paid.',
	});
}

/** The service's own words for a refusal. */
function quoted(heard: FailureDetails): string {
	const said = whatWasSaid(heard);
	return said === undefined ? '' : `: “${said}”`;
}
