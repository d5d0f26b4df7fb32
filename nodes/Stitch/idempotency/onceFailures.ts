import type { IDataObject } from 'n8n-workflow';

import { clipped } from '../transport/wording';
import {
	failureOf,
	httpStatusOf,
	saysDuplicate,
	ServiceFailure,
	type FailureDetails,
	type FailureKind,
} from '../transport/failure';
import {
	checkFirst,
	explain,
	mayHaveGoneThrough,
	runAgain,
	setupAdvice,
	stitchMessage,
} from '../transport/messages';
import { reasonInWords } from '../transport/reasons';
import type { EarlierAttempt, PaymentToMake } from './paymentToMake';
import { changesInWords } from './comparison';
import { payAgainIfFailed } from './duplicateProtection';

/**
 * The failure as it arrived. A conflict says that there is a payment, which may have been made by this
 * run.
 */
export function reportedFailure(
	payment: PaymentToMake,
	nonce: string,
	reply: FailureDetails,
): ServiceFailure {
	const happened = saysDuplicate(reply) ? 'maybe' : reply.happened;
	const mayPayTwice = happened === 'maybe' && payment.rules.again === 'mayPayTwice';
	return new ServiceFailure({
		...reply,
		nonce,
		happened,
		...(mayPayTwice && { advice: mayBeMadeAdvice(payment) }),
	});
}

/** The failure that was thrown. After a fault of the node, nobody knows whether the payment was made. */
export function failureOfPayment(payment: PaymentToMake, cause: unknown): ServiceFailure {
	return cause instanceof ServiceFailure
		? cause
		: reportedFailure(payment, payment.nonce, failureOf(cause, 'maybe'));
}

/** The service has a different payment under the nonce. */
export function otherValues(
	payment: PaymentToMake,
	nonce: string,
	record: IDataObject,
	reply?: FailureDetails,
): ServiceFailure {
	const id = String(record.id);
	return new ServiceFailure({
		...reply,
		nonce,
		happened: 'no',
		kind: 'otherValues',
		id,
		sentence: `Already sent under ${payment.name(nonce)}, but with different values: nothing was sent again. ${changesInWords(payment.compare(record))}`,
		advice: `Check the first payment in Stitch: its ID is ${id}. If it is this payment, leave this row out of the next run: with different values or a different reference, it could be paid a second time. If more of it is due, or this row is a different payment, send only that, under a new reference.`,
	});
}

/** Why a payment that was never paid is not made again now, and what to do; undefined for any other. */
export function whyNotPaidAgain(
	{ hasFailed, isCancelled, onDuplicate }: PaymentToMake,
	record: IDataObject,
): Required<Pick<FailureDetails, 'sentence' | 'advice'>> | undefined {
	if (isCancelled?.(record)) {
		const reason = reasonInWords(record);
		return {
			sentence: `Someone cancelled this payment${reason ? ` (“${reason}”)` : ''}: it is not paid again`,
			advice: 'Delete the row, or give it a new reference if it is to be paid after all.',
		};
	}
	if (!hasFailed?.(record)) return undefined;
	return onDuplicate === 'payAgainIfFailed' ? tooNew : notAskedFor;
}

/** It may be of this execution, which does not repeat its own payments. */
const tooNew = {
	sentence: 'The first payment has failed, and is too new to be paid again by this run',
	advice:
		'Wait a minute, then run the workflow again unchanged. If it says this even tomorrow, give the row a new reference, after you have seen in Stitch that no attempt was paid.',
};

const notAskedFor = {
	sentence: 'It was sent before and has failed',
	advice: `It is only paid again with 'On Duplicate' set to ${payAgainIfFailed.name}.`,
};

/** The first payment was never paid, and has different values. */
export function notPaidAgain(
	nonce: string,
	{ id }: IDataObject,
	why: ReturnType<typeof whyNotPaidAgain>,
): ServiceFailure {
	return new ServiceFailure({
		...why,
		kind: 'failedPayment',
		happened: 'no',
		nonce,
		id: String(id),
	});
}

/** There is a payment with different values, and nobody can tell whether it was made now. */
export function mayBeEarlier(
	payment: PaymentToMake,
	nonce: string,
	record: IDataObject,
): ServiceFailure {
	const id = String(record.id);
	return new ServiceFailure({
		kind: 'otherValues',
		nonce,
		id,
		happened: 'maybe',
		sentence: `Stitch has a payment under ${payment.name(nonce)} that has different values, and may have been made now or before. ${changesInWords(payment.compare(record))}`,
		advice: `${mayHaveGoneThrough} ${checkFirst} The payment's ID is ${id}.`,
	});
}

/** The service has the payment, and a duplicate is to fail. */
export function madeBefore(
	payment: PaymentToMake,
	nonce: string,
	{ id }: IDataObject,
): ServiceFailure {
	return new ServiceFailure({
		kind: 'duplicate',
		happened: 'no',
		nonce,
		id: String(id),
		sentence: `Already sent under ${payment.name(nonce)}: nothing was sent again`,
		advice: `The payment has the ID ${String(id)}. To return it instead, set 'On Duplicate' to Return Existing.`,
	});
}

/**
 * It may have been made, or the nonce was used before, and the payment cannot be looked up.
 * @param failure of the look-up; undefined where the list may lack the payment
 */
export function notLookedUp(
	payment: PaymentToMake,
	nonce: string,
	reply: FailureDetails | undefined,
	failure?: FailureDetails,
): ServiceFailure {
	const why = failure && stitchMessage(failure);
	return new ServiceFailure({
		kind: 'duplicate',
		...reply,
		nonce,
		// Until it has been looked up, an earlier run may have made it.
		happened: 'maybe',
		sentence: `${startOf(reply)}. The node could not check whether ${payment.name(nonce)} was paid${why ? ` (${why})` : ''}`,
		advice: mayBeMadeAdvice(payment),
	});
}

/** Not sent, because it cannot be looked up whether it was made before. */
export function notSentUnseen(
	payment: PaymentToMake,
	nonce: string,
	failure: FailureDetails,
): ServiceFailure {
	// If no request goes out, nothing is known of any payment: the run says the same about all of them.
	if (unsent.includes(failure.kind)) return new ServiceFailure({ ...failure, nonce });
	return new ServiceFailure({
		...failure,
		kind: 'notSent',
		nonce,
		// An earlier run may have made it.
		happened: 'maybe',
		sentence: `Nothing was sent now: the node could not check whether ${payment.name(nonce)} was paid before (${explain(failure).message})`,
		advice:
			`${setupAdvice(failure)} Run it again unchanged: nothing is sent before this has been checked. Until then, do not move this money in another way. ${payment.lookUpAdvice}`.trim(),
	});
}

/**
 * What a person should do about a payment that may have been made. If Stitch refuses a used nonce, they
 * run it again and find out; otherwise that may pay a second time.
 */
function mayBeMadeAdvice({ rules, lookUpAdvice }: PaymentToMake): string {
	return `${mayHaveGoneThrough} ${rules.again === 'refused' ? runAgain : checkFirst} ${lookUpAdvice}`;
}

/** Nothing was sent, for a reason that holds for the rest of the run too. */
export const unsent: readonly FailureKind[] = ['notConnected', 'notSent', 'stopped', 'token'];

function startOf(reply: FailureDetails | undefined): string {
	if (reply === undefined) return 'Nothing was sent twice';
	return reply.happened === 'maybe'
		? `This run may have made the payment, but Stitch did not confirm it${quotedMessage(reply)}`
		: `Nothing was sent twice. Stitch reports a conflict${quotedMessage(reply)}`;
}

export function blockedAndNotLookedUp(
	payment: PaymentToMake,
	nonce: string,
	reply: FailureDetails,
): ServiceFailure {
	// A list that could not be read says nothing about the payment.
	if (reply.kind !== 'notSent') return new ServiceFailure({ ...reply, nonce });
	const { message, description } = explain(reply);
	return new ServiceFailure({
		...reply,
		nonce,
		happened: 'maybe',
		sentence: `${message}. The node could not check whether it was made before`,
		advice: `Do not move this money in another way yet. ${mayBeMadeAdvice(payment)} ${description}`,
	});
}

/** The reason may be a payment that is not listed yet, even one of this very run. */
export function mayBeListedLater(
	payment: PaymentToMake,
	nonce: string,
	reply: FailureDetails,
): ServiceFailure {
	const status = httpStatusOf(reply);
	const refused = status >= 400 && status < 500 ? 'refused this' : 'did not confirm this';
	const what = saysDuplicate(reply) ? 'reports a conflict' : refused;
	return new ServiceFailure({
		...reply,
		nonce,
		happened: 'maybe',
		sentence: `Stitch ${what}${quotedMessage(reply)}. No payment under ${payment.name(nonce)} can be found so far, but there may be one`,
		advice: `Wait a few minutes: Stitch may list it later. ${mayBeMadeAdvice(payment)}`,
	});
}

export function allFailed(attempts: EarlierAttempt[], nonce: string | undefined): ServiceFailure {
	const { id, reason, reasonText } = attempts.at(-1) ?? {};
	return new ServiceFailure({
		kind: 'failedPayment',
		happened: 'no',
		nonce,
		id: String(id),
		// For a cancelled payment, the reason is text that a person has typed.
		reason: clipped(reason),
		sentence: `All ${attempts.length} attempts to make this payment have failed. The last time: ${String(reasonText ?? 'no reason given')}`,
		advice:
			'Nothing more is sent under this reference or key. Find out why it fails. Use a new one only after you have seen in Stitch that no attempt was paid.',
	});
}

function quotedMessage(reply: FailureDetails): string {
	const said = stitchMessage(reply);
	return said === undefined ? '' : `: “${said}”`;
}
